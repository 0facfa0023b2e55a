//! Limits for one address. No clock, no network: the caller passes the time.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use std::time::Duration;

/// Number of addresses that are tracked. All further ones share one account.
pub(super) const ADDRESSES_MAX: usize = 10_000;
/// Accounts without state are removed at most once in this time.
const SWEEP_EVERY: Duration = Duration::from_secs(1);
/// A request counts once for each part of so long that it takes the machine: what is dear is asked for less often.
pub(super) const REQUEST_TAKES: Duration = Duration::from_millis(4);
/// So many seconds' requests may come at once: a page with all its parts, for a whole club.
const AT_ONCE_SECONDS: u32 = 10;
const HOUR: Duration = Duration::from_secs(3600);
/// Wrong codes that an address may type in a minute. Trying all 160,000 takes eleven days.
const CODES: u32 = 10;
const MINUTE: Duration = Duration::from_secs(60);

/// Limits for an address. An address is one of IPv4, or the first 64 bits of one of IPv6.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Tables in memory at a time. Beyond, the one that nobody asked anything of for longest leaves it, if that is kept.
    pub tables: u32,
    /// Records that are played again at a time.
    pub replays: u32,
    /// Tables that an address may make in an hour.
    pub new_tables: u32,
    /// Tables made by an address that are in memory at a time.
    pub open_tables: u32,
    /// Requests of an address in a second; ten times as many may come at once. A request that takes the machine longer than others
    /// counts several times.
    pub requests: u32,
    /// Requests of an address that wait for a change at a time.
    pub waiting: u32,
    /// Connections of an address at a time.
    pub connections: u32,
}

impl Default for Limits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
        Self {
            tables: 2000,
            replays: cores,
            new_tables: 20,
            open_tables: 200,
            requests: 100,
            waiting: 64,
            connections: 64,
        }
    }
}

/// A limited resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Much {
    /// Requests.
    Requests,
    /// Tables in an hour.
    NewTables,
    /// Wrong codes.
    Codes,
    /// Tables in memory.
    OpenTables,
    /// Requests that wait.
    Waiting,
    /// Connections.
    Connections,
}

impl Much {
    /// All of them.
    pub(super) const ALL: [Self; 6] = [
        Self::Requests,
        Self::NewTables,
        Self::Codes,
        Self::OpenTables,
        Self::Waiting,
        Self::Connections,
    ];

    /// Returns the name of the resource in metrics.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Requests => "requests",
            Self::NewTables => "new-tables",
            Self::Codes => "codes",
            Self::OpenTables => "open-tables",
            Self::Waiting => "waiting",
            Self::Connections => "connections",
        }
    }
}

/// Too much, and when to ask again.
pub(super) type No = (Much, Duration);

/// In which account something stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Account {
    /// That of an address.
    Of(IpAddr),
    /// That of all for which there was no place.
    Others,
}

/// How often something may be done: a moment from which on all of it may be done at once.
///
/// Each time moves the moment further by its share; what would move it too far is refused.
#[derive(Clone, Copy, Debug, Default)]
struct Often {
    whole: Duration,
}

impl Often {
    /// Once more, if `many` in `within` allow it; else how long it takes until they do.
    fn again(&mut self, now: Duration, many: u32, within: Duration) -> Result<(), Duration> {
        let share = within.checked_div(many).unwrap_or(within);
        let next = self.whole.max(now) + share;
        match next.checked_sub(now + within) {
            Some(early) if !early.is_zero() => Err(early),
            _ => {
                self.whole = next;
                Ok(())
            }
        }
    }

    /// So many times more, which were done whether all of them were allowed or not.
    fn more(&mut self, now: Duration, times: u32, many: u32, within: Duration) {
        let share = within.checked_div(many).unwrap_or(within);
        self.whole = self.whole.max(now) + share.saturating_mul(times);
    }

    /// It has not been done after all.
    fn back(&mut self, many: u32, within: Duration) {
        self.whole = self.whole.saturating_sub(within.checked_div(many).unwrap_or(within));
    }
}

/// State of an address.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    requests: Often,
    new_tables: Often,
    codes: Often,
    open_tables: u32,
    waiting: u32,
    connections: u32,
}

impl Known {
    /// Returns whether a new address would be treated the same.
    fn says_nothing(&self, now: Duration) -> bool {
        let held = self.open_tables + self.waiting + self.connections;
        let often = [self.requests, self.new_tables, self.codes];
        held == 0 && often.iter().all(|often| often.whole <= now)
    }

    fn held(&mut self, what: Much) -> Option<&mut u32> {
        match what {
            Much::OpenTables => Some(&mut self.open_tables),
            Much::Waiting => Some(&mut self.waiting),
            Much::Connections => Some(&mut self.connections),
            Much::Requests | Much::NewTables | Much::Codes => None,
        }
    }
}

/// What all addresses have asked for.
#[derive(Debug, Default)]
pub(super) struct Limiter {
    limits: Limits,
    known: BTreeMap<IpAddr, Known>,
    others: Known,
    /// When it was last looked for accounts that say nothing.
    swept: Duration,
    /// Who made the tables that are in memory.
    makers: BTreeMap<String, Account>,
}

impl Limiter {
    pub(super) fn new(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// Whether an address may ask for something now.
    pub(super) fn ask(&mut self, from: IpAddr, now: Duration) -> Result<(), No> {
        let many = self.limits.requests.saturating_mul(AT_ONCE_SECONDS);
        let within = Duration::from_secs(AT_ONCE_SECONDS.into());
        let again = self.known(from, now).1.requests.again(now, many, within);
        again.map_err(|wait| (Much::Requests, wait))
    }

    /// A request of an address took the machine so long: it counts as often as it takes longer than a request does.
    pub(super) fn took(&mut self, from: IpAddr, now: Duration, took: Duration) {
        let times = took.as_micros() / REQUEST_TAKES.as_micros();
        let times = u32::try_from(times).unwrap_or(u32::MAX);
        if times > 0 {
            let many = self.limits.requests.saturating_mul(AT_ONCE_SECONDS);
            let within = Duration::from_secs(AT_ONCE_SECONDS.into());
            self.known(from, now).1.requests.more(now, times, many, within);
        }
    }

    /// Whether an address may make a table now. Say [`Limiter::made`] or [`Limiter::not_made`] afterwards.
    pub(super) fn make(&mut self, from: IpAddr, now: Duration) -> Result<Account, No> {
        let Limits { new_tables, open_tables, .. } = self.limits;
        let (account, known) = self.known(from, now);
        if known.open_tables >= open_tables {
            return Err((Much::OpenTables, HOUR / 6));
        }
        known.new_tables.again(now, new_tables, HOUR).map_err(|wait| (Much::NewTables, wait))?;
        known.open_tables += 1;
        Ok(account)
    }

    /// Whether an address may try a code now. Say [`Limiter::was_right`] afterwards, if it was.
    pub(super) fn tries(&mut self, from: IpAddr, now: Duration) -> Result<Account, No> {
        let (account, known) = self.known(from, now);
        known.codes.again(now, CODES, MINUTE).map_err(|wait| (Much::Codes, wait))?;
        Ok(account)
    }

    /// The code was right, and does not count.
    pub(super) fn was_right(&mut self, account: Account) {
        if let Some(known) = self.account(account) {
            known.codes.back(CODES, MINUTE);
        }
    }

    /// The table was made, and has this name.
    pub(super) fn made(&mut self, account: Account, room: String) {
        self.makers.insert(room, account);
    }

    /// The table was not made.
    pub(super) fn not_made(&mut self, account: Account) {
        self.gives_back(account, Much::OpenTables);
        let many = self.limits.new_tables;
        if let Some(known) = self.account(account) {
            known.new_tables.back(many, HOUR);
        }
    }

    /// A table has left the memory.
    pub(super) fn left(&mut self, room: &str) {
        if let Some(account) = self.makers.remove(room) {
            self.gives_back(account, Much::OpenTables);
        }
    }

    /// Takes one unit of a resource; return it with [`Limiter::gives_back`].
    pub(super) fn takes(&mut self, from: IpAddr, what: Much, now: Duration) -> Result<Account, No> {
        let most = match what {
            Much::Waiting => self.limits.waiting,
            Much::Connections => self.limits.connections,
            _ => self.limits.open_tables,
        };
        let (account, known) = self.known(from, now);
        let Some(held) = known.held(what) else { return Ok(account) };
        if *held >= most {
            return Err((what, Duration::from_secs(5)));
        }
        *held += 1;
        Ok(account)
    }

    /// Returns a unit of a resource.
    pub(super) fn gives_back(&mut self, account: Account, what: Much) {
        if let Some(held) = self.account(account).and_then(|known| known.held(what)) {
            *held = held.saturating_sub(1);
        }
    }

    fn account(&mut self, account: Account) -> Option<&mut Known> {
        match account {
            // An address that holds something is not forgotten.
            Account::Of(address) => self.known.get_mut(&address),
            Account::Others => Some(&mut self.others),
        }
    }

    fn known(&mut self, from: IpAddr, now: Duration) -> (Account, &mut Known) {
        let address = whole(from);
        if self.known.len() >= ADDRESSES_MAX && !self.known.contains_key(&address) {
            if now >= self.swept + SWEEP_EVERY {
                self.swept = now;
                self.known.retain(|_, known| !known.says_nothing(now));
            }
            if self.known.len() >= ADDRESSES_MAX {
                return (Account::Others, &mut self.others);
            }
        }
        (Account::Of(address), self.known.entry(address).or_default())
    }
}

/// The part of an address that whoever has it cannot choose: all of IPv4, half of IPv6.
pub(super) fn whole(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(six) => {
            let [a, b, c, d, ..] = six.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        four @ IpAddr::V4(_) => four,
    }
}

#[cfg(test)]
mod tests;
