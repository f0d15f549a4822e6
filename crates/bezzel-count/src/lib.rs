#![doc = include_str!("../README.md")]
#![deny(missing_docs, unsafe_code)]

mod bounds;
mod choice;
mod colour;
mod cost;
mod draw;
mod engine;
mod error;
mod evaluate;
#[allow(unsafe_code)]
mod lanes;
pub mod lines;
mod listed;
#[doc(hidden)]
pub mod lowering;
mod occupancy;
mod plain;
mod plan;
mod route;
mod sample;
mod schedule;
mod stored;
mod tally;
pub mod words;

pub use choice::{MAX_LISTING_HOURS, lists_completions, prefers_colour_split_counter};
pub use draw::{DrawnUnit, UniformDraws};
pub use engine::{Counter, Engine, EngineInfo, EngineKind, Phases, UnitResult};
pub use error::Error;
#[doc(hidden)]
pub use error::NO_CUDA_DRIVER;
pub use lanes::{Backend, CpuFeature};
pub use listed::draw_listed;
pub use occupancy::{
    OCCUPANCY_PLAN_VERSION, OCCUPANCY_TOTAL_SHARE, Occupancy, OccupancyPlan, OccupancySums,
    OccupancyUnit,
};
pub use plain::plain_value;
pub use plan::{MAX_COUNT_SIZE, PLAN_VERSION, Plan, Unit};
pub use route::Route;
pub use sample::{Draw, Estimate, Sample, SampledUnit, Spread};
pub use schedule::Schedule;
pub use stored::{
    Clock, ProcessInfo, Source, StoredResult, parse_plan, parse_result, plan_line, plan_of,
    result_line, stored_result, words_of,
};
pub use tally::{Tally, Total};
