//! Sets of cards, one bit a card: 64 bits for one pack, 128 for two.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of small numbers.
pub(crate) trait Bits:
    Copy
    + Eq
    + 'static
    + Default
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The empty set.
    const NONE: Self;

    /// The set of one number.
    fn one(number: u8) -> Self;

    /// The numbers below `number`.
    fn below(number: u8) -> Self;

    fn has(self, number: u8) -> bool;

    fn is_none(self) -> bool;

    fn len(self) -> u32;

    /// The lowest number; of the empty set the number of bits.
    fn first(self) -> u8;

    /// The highest number, if any.
    fn last(self) -> Option<u8>;

    /// Without its lowest number.
    fn rest(self) -> Self;

    /// The eight bits from `8 * at` on, which lie within.
    fn byte(self, at: usize) -> u8;

    /// A number that differs for different sets most of the time.
    fn fold(self) -> u64;

    /// The numbers, lowest first.
    fn numbers(self) -> Numbers<Self> {
        Numbers(self)
    }
}

/// See [`Bits::numbers`].
pub(crate) struct Numbers<M>(M);

impl<M: Bits> Iterator for Numbers<M> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0.is_none() {
            return None;
        }
        let first = self.0.first();
        self.0 = self.0.rest();
        Some(first)
    }
}

macro_rules! bits {
    ($type:ty, $fold:expr) => {
        impl Bits for $type {
            const NONE: Self = 0;

            #[inline]
            fn one(number: u8) -> Self {
                1 << number
            }

            #[inline]
            fn below(number: u8) -> Self {
                if u32::from(number) >= Self::BITS { !0 } else { (1 << number) - 1 }
            }

            #[inline]
            fn has(self, number: u8) -> bool {
                self >> number & 1 != 0
            }

            #[inline]
            fn is_none(self) -> bool {
                self == 0
            }

            #[inline]
            fn len(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn first(self) -> u8 {
                self.trailing_zeros() as u8
            }

            #[inline]
            fn last(self) -> Option<u8> {
                (self != 0).then(|| (Self::BITS - 1 - self.leading_zeros()) as u8)
            }

            #[inline]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn byte(self, at: usize) -> u8 {
                (self >> (8 * at)) as u8
            }

            #[inline]
            fn fold(self) -> u64 {
                $fold(self)
            }
        }
    };
}

bits!(u64, |set: u64| set);
bits!(u128, |set: u128| set as u64 ^ ((set >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
