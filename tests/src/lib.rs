//! Tests that need more than one crate: scenarios of all expansions, and what holds in every game.

#[cfg(test)]
mod both_ways;
#[cfg(test)]
mod counts;
#[cfg(test)]
mod fuzz;
#[cfg(test)]
mod hands;
#[cfg(test)]
mod law;
#[cfg(test)]
mod limits;
#[cfg(test)]
mod offers;
#[cfg(test)]
mod pairing;
#[cfg(test)]
mod pairs;
#[cfg(test)]
mod plainly;
#[cfg(test)]
mod plans;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod same;
#[cfg(test)]
mod scenarios;
#[cfg(test)]
mod together;
#[cfg(test)]
mod twins;
