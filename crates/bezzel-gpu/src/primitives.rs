//! Tests the primitives of the kernel headers against plain Rust, on any device.

use std::collections::BTreeSet;
use std::env;

use crate::device::{Device, DeviceError, Launch};

pub(crate) const KERNELS: &str = concat!(
    include_str!("kernels/multiply.h"),
    include_str!("primitives/kernels.h"),
);
const BLOCKS: u32 = 5;

/// Returns the device, or `None` if it is missing. Panics if it is missing and the environment
/// variable is `required`.
pub(crate) fn wanted<D>(variable: &str, device: Result<D, DeviceError>) -> Option<D> {
    let required = env::var_os(variable).is_some_and(|wish| wish == "required");
    match device {
        Ok(device) => Some(device),
        Err(fault) if required => panic!("{variable} asks for a device: {fault}"),
        Err(fault) => {
            eprintln!("skipped: no device ({fault})");
            None
        }
    }
}

/// Checks every primitive on random input.
pub(crate) fn check<D: Device>(device: &mut D, seed: u64) {
    let program = device.compile(KERNELS, &[]).unwrap();
    let mut bench = Bench {
        device,
        program,
        random: fastrand::Rng::with_seed(seed),
    };
    for rounds in [0, 1, 2, 7] {
        keep_odd(&mut bench, rounds, 3);
    }
    first_of_warp(&mut bench);
    turn(&mut bench);
    multiply_bits(&mut bench);
    calculate(&mut bench);
    gather(&mut bench);
}

struct Bench<'d, D: Device> {
    device: &'d mut D,
    program: D::Program,
    random: fastrand::Rng,
}

impl<D: Device> Bench<'_, D> {
    fn warps(&self) -> usize {
        (BLOCKS * self.device.about().warps) as usize
    }

    fn words<T: bytemuck::Pod>(&mut self, count: usize) -> Vec<T> {
        let mut words = vec![T::zeroed(); count];
        self.random.fill(bytemuck::cast_slice_mut(&mut words));
        words
    }

    fn upload<T: bytemuck::Pod>(&mut self, words: &[T]) -> D::Buffer {
        let mut buffer = self
            .device
            .reserve(size_of_val(words).max(1) as u64)
            .unwrap();
        self.device
            .write(&mut buffer, bytemuck::cast_slice(words))
            .unwrap();
        buffer
    }

    fn download<T: bytemuck::Pod>(&mut self, buffer: &D::Buffer, count: usize) -> Vec<T> {
        let mut words = vec![T::zeroed(); count];
        self.device
            .read(buffer, bytemuck::cast_slice_mut(&mut words))
            .unwrap();
        words
    }

    fn launch(&mut self, kernel: &str, local: usize, buffers: &[&D::Buffer], numbers: &[u32]) {
        let launch = Launch {
            blocks: BLOCKS,
            local: local as u32,
        };
        // SAFETY: the callers pass the arguments of the kernels of `primitives/kernels.h`, and buffers of their sizes.
        unsafe { (self.device).launch(&self.program, kernel, launch, buffers, numbers) }.unwrap();
    }
}

fn keep_odd<D: Device>(bench: &mut Bench<D>, rounds: usize, start: usize) {
    let (warps, in_block) = (bench.warps(), bench.device.about().warps as usize);
    let room = start + 32 * rounds;
    let values: Vec<u32> = bench.words(warps * rounds * 32);
    let input = bench.upload(&values);
    let output = bench.upload(&vec![0u32; warps * (1 + room)]);
    let local = (in_block * (1 + room) * 4).next_multiple_of(8);
    bench.launch(
        "keep_odd",
        local,
        &[&input, &output],
        &[rounds as u32, start as u32],
    );
    let lists: Vec<u32> = bench.download(&output, warps * (1 + room));
    for (warp, shown) in lists.chunks_exact(1 + room).enumerate() {
        let mut kept = values[warp * rounds * 32..][..rounds * 32].to_vec();
        kept.retain(|value| value % 2 == 1);
        kept.sort_unstable();
        let end = shown[0] as usize;
        assert_eq!(end, start + kept.len(), "end of the list of warp {warp}");
        let mut list = shown[1 + start..1 + end].to_vec();
        list.sort_unstable();
        assert_eq!(list, kept, "list of warp {warp}");
    }
}

fn first_of_warp<D: Device>(bench: &mut Bench<D>) {
    let items = bench.warps() * 32;
    let values: Vec<u32> = bench.words(items);
    let input = bench.upload(&values);
    let output = bench.upload(&vec![0u32; items]);
    bench.launch(
        "first_of_warp",
        bench.device.about().warps as usize * 8,
        &[&input, &output],
        &[],
    );
    let firsts: Vec<u32> = bench.download(&output, items);
    for (item, first) in firsts.into_iter().enumerate() {
        assert_eq!(first, values[item / 32 * 32].wrapping_add(1), "item {item}");
    }
}

fn turn<D: Device>(bench: &mut Bench<D>) {
    let warps = bench.warps();
    let stages: Vec<u64> = bench.words(warps * 32);
    let input = bench.upload(&stages);
    let output = bench.upload(&vec![0u32; warps * 64]);
    bench.launch(
        "turn",
        bench.device.about().warps as usize * 256,
        &[&input, &output],
        &[],
    );
    let words: Vec<u32> = bench.download(&output, warps * 64);
    for (at, word) in words.into_iter().enumerate() {
        let (warp, bit) = (at / 64, at % 64);
        let column = &stages[warp * 32..][..32];
        let expected = column
            .iter()
            .rev()
            .fold(0, |word, row| word << 1 | (row >> bit & 1) as u32);
        assert_eq!(word, expected, "bit {bit} of warp {warp}");
    }
}

fn multiply_bits<D: Device>(bench: &mut Bench<D>) {
    let warps = bench.warps();
    let words: Vec<u32> = bench.words(warps * 128);
    let before: Vec<u32> = bench.words(warps * 64);
    let input = bench.upload(&words);
    let output = bench.upload(&before);
    let local = bench.device.about().warps as usize * 512;
    bench.launch("multiply_bits", local, &[&input, &output], &[]);
    let sums: Vec<u32> = bench.download(&output, warps * 64);
    for (warp, lanes) in words.chunks_exact(128).enumerate() {
        let word = |line: usize, word: usize, part: usize| lanes[4 * (4 * line + word) + part];
        for (lane, k) in (0..32).flat_map(|lane| [(lane, 0), (lane, 1)]) {
            let (row, column) = (lane / 4, 2 * (lane % 4) + k);
            let common = |at: usize| {
                let above = word(row, at, 0) & word(column, at, 2);
                let below = word(row, at, 1) & word(column, at, 3);
                above.count_ones() + below.count_ones()
            };
            let ways: u32 = (0..4).map(common).sum();
            let at = warp * 64 + 2 * lane + k;
            let expected = before[at].wrapping_add(2 * ways);
            assert_eq!(sums[at], expected, "({row},{column}) of warp {warp}");
        }
    }
}

fn calculate<D: Device>(bench: &mut Bench<D>) {
    let items = bench.warps() * 32;
    let mut pairs: Vec<u64> = bench.words(items * 2);
    pairs[..4].copy_from_slice(&[u64::MAX, u64::MAX, 0, u64::MAX]);
    let input = bench.upload(&pairs);
    let high = bench.upload(&vec![0u64; items]);
    let ones = bench.upload(&vec![0u32; items]);
    let local = bench.device.about().warps as usize * 32 * 8;
    bench.launch("calculate", local, &[&input, &high, &ones], &[]);
    let high: Vec<u64> = bench.download(&high, items);
    let ones: Vec<u32> = bench.download(&ones, items);
    for (item, pair) in pairs.chunks_exact(2).enumerate() {
        let product = u128::from(pair[0]) * u128::from(pair[1]);
        assert_eq!(high[item], (product >> 64) as u64, "item {item}");
        assert_eq!(ones[item], (pair[0] as u32).count_ones(), "item {item}");
    }
}

fn gather<D: Device>(bench: &mut Bench<D>) {
    let in_block = bench.device.about().warps as usize * 32;
    let items = bench.warps() * 32;
    let values: Vec<u32> = bench.words(items);
    let input = bench.upload(&values);
    let tickets = bench.upload(&vec![0u32; items]);
    let blocks = bench.upload(&vec![0u32; BLOCKS as usize * 2]);
    let total = bench.upload(&[0u32; 2]);
    bench.launch("gather", 16, &[&input, &tickets, &blocks, &total], &[]);
    let tickets: Vec<u32> = bench.download(&tickets, items);
    let blocks: Vec<u32> = bench.download(&blocks, BLOCKS as usize * 2);
    let total: Vec<u32> = bench.download(&total, 2);
    let sum = |values: &[u32]| {
        values
            .iter()
            .fold(0u32, |sum, &value| sum.wrapping_add(value))
    };
    for (block, values) in values.chunks_exact(in_block).enumerate() {
        let drawn: BTreeSet<u32> = tickets[block * in_block..][..in_block]
            .iter()
            .copied()
            .collect();
        assert!(
            drawn.into_iter().eq(0..in_block as u32),
            "tickets of block {block}"
        );
        assert_eq!(blocks[block * 2], sum(values), "sum of block {block}");
        assert_eq!(
            Some(&blocks[block * 2 + 1]),
            values.iter().max(),
            "greatest of block {block}"
        );
    }
    assert_eq!(total, [sum(&values), BLOCKS]);
}
