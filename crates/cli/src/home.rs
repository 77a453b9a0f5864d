//! Where the files of a player are. Nothing here touches them.

use std::path::PathBuf;

use etcetera::{AppStrategy, AppStrategyArgs, choose_app_strategy};
use serde::Serialize;

/// The variable that puts all of them below one folder.
pub(crate) const HOME_VARIABLE: &str = "PYRAMID_HOME";

/// Where the files of a player are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Home {
    /// The settings.
    pub(crate) config: PathBuf,
    /// The game being played.
    pub(crate) current: PathBuf,
    /// Finished and left games, one file each.
    pub(crate) games: PathBuf,
}

impl Home {
    /// All below one folder.
    pub(crate) fn below(folder: PathBuf) -> Home {
        Home::new(folder.clone(), folder.clone(), folder)
    }

    /// Where the system has such files; `None` if the user has no home.
    pub(crate) fn of_user() -> Option<Home> {
        let args = AppStrategyArgs {
            top_level_domain: String::new(),
            author: String::new(),
            app_name: "pyramid".to_owned(),
        };
        let strategy = choose_app_strategy(args).ok()?;
        // Not every system tells state from data.
        let state = strategy.state_dir().unwrap_or_else(|| strategy.data_dir());
        Some(Home::new(strategy.config_dir(), state, strategy.data_dir()))
    }

    fn new(config: PathBuf, state: PathBuf, data: PathBuf) -> Home {
        Home {
            config: config.join("config.toml"),
            current: state.join("current.pyr"),
            games: data.join("games"),
        }
    }
}
