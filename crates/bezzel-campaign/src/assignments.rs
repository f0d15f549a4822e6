//! Leases of units to authors, with limits for each author and address.
//!
//! These leases are in memory only: if they are lost, units are counted more often than necessary,
//! and every result is accepted all the same as long as its unit needs one.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::IpAddr;
use std::time::{Duration, Instant};

use bezzel_count::Route;

use crate::{Author, RouteSet, UnitDemand};

/// Limits on leases.
///
/// ```
/// use bezzel_campaign::LeaseLimits;
/// assert!(LeaseLimits::default().per_author <= LeaseLimits::default().per_address);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeaseLimits {
    /// Maximum number of units that one author holds.
    pub per_author: usize,
    /// Maximum number of units that are leased to one address.
    pub per_address: usize,
    /// Maximum number of all leases.
    pub total: usize,
    /// Time after which a lease ends, unless it is renewed.
    pub time: Duration,
}

impl Default for LeaseLimits {
    fn default() -> Self {
        Self {
            per_author: 1024,
            per_address: 8192,
            total: 1 << 18,
            time: Duration::from_secs(2 * 3600),
        }
    }
}

/// Author, address and worker that ask for units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Holder {
    /// The author.
    pub author: Author,
    /// The process of this author.
    pub worker: u64,
    /// The address of the request.
    pub address: IpAddr,
}

/// The answer to a request for units.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Grant {
    /// The units, each with the route by which it is to be counted.
    pub units: Vec<(u64, Route)>,
    /// True if other units may become free for this author later.
    pub is_more_expected: bool,
    /// True if a limit prevented more.
    pub is_limited: bool,
}

#[derive(Debug, Clone, Copy)]
struct Assigned {
    worker: u64,
    route: Route,
    address: IpAddr,
    until: Instant,
}

/// A unit that needs results.
#[derive(Debug, Clone, Copy)]
struct Open {
    wanted: u32,
    routes: RouteSet,
}

/// The units that need results, and those that are leased.
///
/// ```
/// use std::time::Instant;
/// use bezzel_campaign::{Assignments, Holder, LeaseLimits, SecretKey};
/// let [ada, bob] = [SecretKey::new()?.author(), SecretKey::new()?.author()];
/// let of = |author| Holder { author, worker: 1, address: [127, 0, 0, 1].into() };
/// // Three units, each of which needs two authors.
/// let mut units = Assignments::new(3, |_| 2, LeaseLimits::default());
/// let first = units.lease(of(ada), 8, Instant::now()).units;
/// let second = units.lease(of(bob), 8, Instant::now()).units;
/// assert_eq!((first.len(), second.len()), (3, 3));
/// assert!(first[0].1 != second[0].1, "the second author counts by the other route");
/// # Ok::<(), bezzel_campaign::Error>(())
/// ```
#[derive(Debug)]
pub struct Assignments {
    limits: LeaseLimits,
    open: BTreeMap<u64, Open>,
    /// Units and the authors who have results of them, by number; true for those who can add a result
    /// by another route.
    counted: HashMap<(u64, u32), bool>,
    numbers: HashMap<Author, u32>,
    leases: HashMap<Author, BTreeMap<u64, Assigned>>,
    ends: BTreeSet<(Instant, u64, Author)>,
    /// The routes of the leases of a unit.
    of_unit: HashMap<u64, Vec<Route>>,
    of_address: HashMap<IpAddr, usize>,
}

impl Assignments {
    /// Returns the units `0..units`, without results, each of which needs this number of authors.
    pub fn new(units: u64, wanted: impl Fn(u64) -> u32, limits: LeaseLimits) -> Self {
        let open = |unit| {
            let (wanted, routes) = (wanted(unit), RouteSet::default());
            (unit, Open { wanted, routes })
        };
        Self {
            limits,
            open: (0..units).map(open).collect(),
            counted: HashMap::new(),
            numbers: HashMap::new(),
            leases: HashMap::new(),
            ends: BTreeSet::new(),
            of_unit: HashMap::new(),
            of_address: HashMap::new(),
        }
    }

    /// Sets what a unit needs, after its results have changed.
    pub fn update(&mut self, demand: &UnitDemand) {
        for author in &demand.authors {
            let next = self.numbers.len() as u32;
            let number = *self.numbers.entry(*author).or_insert(next);
            let can_add = demand.can_add.contains(author);
            self.counted.insert((demand.unit, number), can_add);
        }
        if demand.wanted == 0 {
            self.open.remove(&demand.unit);
        } else {
            let (wanted, routes) = (demand.wanted, demand.routes);
            self.open.insert(demand.unit, Open { wanted, routes });
        }
    }

    /// Returns the number of units that need results.
    pub fn open(&self) -> usize {
        self.open.len()
    }

    /// Returns the number of leases.
    pub fn leased(&self) -> usize {
        self.ends.len()
    }

    /// Returns true if this unit needs a result.
    pub fn is_open(&self, unit: u64) -> bool {
        self.open.contains_key(&unit)
    }

    /// Returns true if the author has a result of this unit.
    pub fn has_counted(&self, unit: u64, author: Author) -> bool {
        let number = self.numbers.get(&author);
        number.is_some_and(|number| self.counted.contains_key(&(unit, *number)))
    }

    /// Returns true if this unit is leased to the author.
    pub fn is_leased_to(&self, unit: u64, author: Author) -> bool {
        let leases = self.leases.get(&author);
        leases.is_some_and(|leases| leases.contains_key(&unit))
    }

    /// Renews the leases of a worker and leases up to `count` further units, in canonical order:
    /// those that need more authors than have leased them, and that this author has not counted, or
    /// not by the only route that is missing.
    pub fn lease(&mut self, holder: Holder, count: usize, now: Instant) -> Grant {
        self.expire(now);
        let until = now + self.limits.time;
        for (unit, lease) in self.of_worker(holder) {
            self.end(holder.author, unit);
            self.begin(holder.author, unit, Assigned { until, ..lease });
        }
        let held = |of: Option<usize>, most: usize| most.saturating_sub(of.unwrap_or(0));
        let of_author = self.leases.get(&holder.author).map(BTreeMap::len);
        let of_address = self.of_address.get(&holder.address).copied();
        let room = held(of_author, self.limits.per_author)
            .min(held(of_address, self.limits.per_address))
            .min(held(Some(self.leased()), self.limits.total));
        let mut grant = Grant {
            is_limited: room < count,
            ..Grant::default()
        };
        let number = self.numbers.get(&holder.author);
        let own = self.leases.get(&holder.author);
        for (unit, open) in &self.open {
            let counted = number.and_then(|number| self.counted.get(&(*unit, *number)));
            let can_add = counted.is_none_or(|can_add| *can_add);
            if !can_add {
                continue;
            }
            if let Some(lease) = own.and_then(|own| own.get(unit)) {
                // Another worker of this author may fail to return the unit.
                grant.is_more_expected |= lease.worker != holder.worker;
                continue;
            }
            let leased = self.of_unit.get(unit).map_or(&[][..], Vec::as_slice);
            if grant.units.len() >= count.min(room) || leased.len() >= open.wanted as usize {
                grant.is_more_expected = true;
                if grant.units.len() >= count.min(room) {
                    break;
                }
                continue;
            }
            let has = |route| open.routes.contains(route) || leased.contains(&route);
            let route = if has(Route::Direct) && !has(Route::Exchanged) {
                Route::Exchanged
            } else {
                Route::Direct
            };
            grant.units.push((*unit, route));
        }
        for (unit, route) in &grant.units {
            let lease = Assigned {
                worker: holder.worker,
                route: *route,
                address: holder.address,
                until,
            };
            self.begin(holder.author, *unit, lease);
        }
        grant
    }

    /// Ends all leases of a worker.
    pub fn release(&mut self, holder: Holder) {
        for (unit, _) in self.of_worker(holder) {
            self.end(holder.author, unit);
        }
    }

    /// Ends the lease of a unit whose result has arrived.
    pub fn returned(&mut self, unit: u64, author: Author) {
        self.end(author, unit);
    }

    fn of_worker(&self, holder: Holder) -> Vec<(u64, Assigned)> {
        let leases = self.leases.get(&holder.author).into_iter().flatten();
        leases
            .filter(|(_, lease)| lease.worker == holder.worker)
            .map(|(unit, lease)| (*unit, *lease))
            .collect()
    }

    fn expire(&mut self, now: Instant) {
        while let Some((until, unit, author)) = self.ends.first().copied() {
            if until > now {
                break;
            }
            self.end(author, unit);
        }
    }

    fn begin(&mut self, author: Author, unit: u64, lease: Assigned) {
        self.ends.insert((lease.until, unit, author));
        self.of_unit.entry(unit).or_default().push(lease.route);
        *self.of_address.entry(lease.address).or_default() += 1;
        self.leases.entry(author).or_default().insert(unit, lease);
    }

    fn end(&mut self, author: Author, unit: u64) {
        let Some(leases) = self.leases.get_mut(&author) else {
            return;
        };
        let Some(lease) = leases.remove(&unit) else {
            return;
        };
        if leases.is_empty() {
            self.leases.remove(&author);
        }
        self.ends.remove(&(lease.until, unit, author));
        if let Some(routes) = self.of_unit.get_mut(&unit) {
            if let Some(at) = routes.iter().position(|route| *route == lease.route) {
                routes.swap_remove(at);
            }
            if routes.is_empty() {
                self.of_unit.remove(&unit);
            }
        }
        if let Some(number) = self.of_address.get_mut(&lease.address) {
            *number -= 1;
            if *number == 0 {
                self.of_address.remove(&lease.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holder(author: u8, worker: u64, address: u8) -> Holder {
        Holder {
            author: Author::from_bytes([author; 32]),
            worker,
            address: [127, 0, 0, address].into(),
        }
    }

    fn demand(unit: u64, wanted: u32, authors: &[u8]) -> UnitDemand {
        let mut routes = RouteSet::default();
        if !authors.is_empty() {
            routes.insert(Route::Direct);
        }
        UnitDemand {
            unit,
            wanted,
            routes,
            authors: authors
                .iter()
                .map(|author| Author::from_bytes([*author; 32]))
                .collect(),
            can_add: Vec::new(),
        }
    }

    fn names(grant: &Grant) -> Vec<u64> {
        grant.units.iter().map(|(unit, _)| *unit).collect()
    }

    #[test]
    fn a_unit_is_leased_to_as_many_authors_as_it_needs() {
        let now = Instant::now();
        let mut units = Assignments::new(4, |_| 2, LeaseLimits::default());
        let [ada, bob, eve] = [holder(1, 1, 1), holder(2, 1, 2), holder(3, 1, 3)];
        assert_eq!(names(&units.lease(ada, 3, now)), [0, 1, 2]);
        let second = units.lease(bob, 3, now);
        assert_eq!(names(&second), [0, 1, 2]);
        assert!(
            second
                .units
                .iter()
                .all(|(_, route)| *route == Route::Exchanged)
        );
        assert_eq!(names(&units.lease(eve, 9, now)), [3]);
        // The author holds or has counted everything else.
        units.update(&demand(0, 1, &[1]));
        units.returned(0, ada.author);
        let rest = units.lease(ada, 9, now);
        assert_eq!((names(&rest), rest.is_more_expected), (vec![3], false));
        // Another worker of the author may get what the first one does not return.
        let other = units.lease(holder(1, 2, 1), 9, now);
        assert_eq!((names(&other), other.is_more_expected), (vec![], true));
        // A confirmed unit is not leased again.
        units.update(&demand(0, 0, &[1, 2]));
        units.returned(0, bob.author);
        assert_eq!((units.open(), units.leased()), (3, 2 + 2 + 2));
        let none = units.lease(eve, 9, now);
        assert!(none.units.is_empty() && none.is_more_expected);
        // An unresolved one is, by the route that it lacks.
        units.update(&demand(0, 1, &[1, 2]));
        assert_eq!(units.lease(eve, 9, now).units, [(0, Route::Exchanged)]);
    }

    /// Two authors counted by the same route: each of them can count by the other one.
    #[test]
    fn a_unit_that_lacks_only_a_route_is_leased_to_its_authors_again() {
        let now = Instant::now();
        let mut units = Assignments::new(1, |_| 2, LeaseLimits::default());
        let [ada, bob] = [holder(1, 1, 1), holder(2, 1, 2)];
        let mut lacking = demand(0, 1, &[1, 2]);
        units.update(&lacking);
        assert!(units.lease(ada, 9, now).units.is_empty());
        lacking.can_add = vec![ada.author];
        units.update(&lacking);
        assert!(units.has_counted(0, ada.author));
        assert!(units.lease(bob, 9, now).units.is_empty());
        assert_eq!(units.lease(ada, 9, now).units, [(0, Route::Exchanged)]);
    }

    #[test]
    fn leases_end_with_time_and_with_their_worker() {
        let now = Instant::now();
        let limits = LeaseLimits::default();
        let mut units = Assignments::new(2, |_| 1, limits);
        let ada = holder(1, 1, 1);
        let same_key = holder(1, 2, 1);
        let bob = holder(2, 1, 2);
        assert_eq!(units.lease(ada, 9, now).units.len(), 2);
        assert!(units.lease(same_key, 9, now).units.is_empty());
        let half = now + limits.time / 2;
        units.lease(ada, 0, half);
        let late = now + limits.time;
        assert!(
            units.lease(bob, 9, late).units.is_empty(),
            "they were renewed"
        );
        assert_eq!(units.lease(bob, 1, half + limits.time).units.len(), 1);
        units.release(bob);
        assert_eq!(units.lease(ada, 9, late).units.len(), 2);
        assert_eq!(units.leased(), 2);
    }

    #[test]
    fn neither_an_author_nor_an_address_holds_more_than_its_part() {
        let now = Instant::now();
        let limits = LeaseLimits {
            per_author: 3,
            per_address: 5,
            total: 8,
            ..LeaseLimits::default()
        };
        let mut units = Assignments::new(100, |_| 1, limits);
        let lease = |units: &mut Assignments, author, address| {
            let grant = units.lease(holder(author, 1, address), 10, now);
            assert!(grant.is_limited && grant.is_more_expected);
            grant.units.len()
        };
        // One author with several addresses, one address with several authors, and all of them.
        assert_eq!(lease(&mut units, 1, 1), 3);
        assert_eq!(lease(&mut units, 1, 2), 0);
        assert_eq!(lease(&mut units, 2, 1), 2);
        assert_eq!(lease(&mut units, 3, 1), 0);
        assert_eq!(lease(&mut units, 4, 3), 3);
        assert_eq!(lease(&mut units, 5, 4), 0);
        units.release(holder(1, 1, 1));
        assert_eq!(lease(&mut units, 3, 1), 3);
        assert_eq!(units.leased(), 8);
    }
}
