//! Heat map of the occupancies, as SVG.

use bezzel::counted;
use bezzel_count::Occupancy;

use crate::output::Output;

const BOARD: u32 = 640;
const MARGIN: u32 = 40;
const CAPTION: u32 = 50;
const SCALE_WIDTH: u32 = 190;
const STEPS: u32 = 64;

/// Draws the shares of all solutions.
pub(super) fn draw(occupancy: &Occupancy, solutions: u128, out: Output) -> anyhow::Result<()> {
    let n = occupancy.size();
    let (width, height) = (BOARD + MARGIN + SCALE_WIDTH, BOARD + MARGIN + CAPTION);
    let mut picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\">\n"
    );
    picture += &rectangle([0, 0], [width, height], "white");
    let caption = format!(
        "Share of solutions with a queen on each square, n = {n}: {}",
        counted(solutions, "solution")
    );
    picture += &text([MARGIN, 32], 18, &caption);

    let all = || (0..n).flat_map(|row| occupancy.row(row).iter().copied());
    let (least, most) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
    let place = |index: u32| BOARD * index / n.max(1);
    let size = |index: u32| place(index + 1) - place(index);
    for row in 0..n {
        for (column, &count) in (0..n).zip(occupancy.row(row)) {
            let corner = [MARGIN + place(column), CAPTION + place(row)];
            let fill = colour(part(count, least, most));
            picture += &rectangle(corner, [size(column), size(row)], &fill);
        }
        let middle = place(row) + size(row) / 2 + 4;
        picture += &text([MARGIN - 24, CAPTION + middle], 12, &row.to_string());
        let below = CAPTION + BOARD + 20;
        picture += &text([MARGIN + middle - 8, below], 12, &row.to_string());
    }
    picture += &scale([least, most], solutions);
    out.finish_with(picture + "</svg>\n")
}

/// Draws the colours with the shares that they stand for.
fn scale([least, most]: [u128; 2], solutions: u128) -> String {
    let (left, height) = (MARGIN + BOARD + 24, BOARD / 2);
    let mut picture = String::new();
    for step in 0..STEPS {
        let top = CAPTION + height - height * (step + 1) / STEPS;
        let fill = colour(f64::from(step) / f64::from(STEPS - 1));
        picture += &rectangle([left, top], [20, height / STEPS], &fill);
    }
    let middle = least + (most - least) / 2;
    for (count, at) in [(most, 0), (middle, height / 2), (least, height)] {
        let share = 100.0 * count as f64 / (solutions as f64).max(1.0);
        picture += &text([left + 28, CAPTION + at + 5], 13, &format!("{share:.4} %"));
    }
    picture
}

fn rectangle([x, y]: [u32; 2], [width, height]: [u32; 2], fill: &str) -> String {
    format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>\n")
}

fn text([x, y]: [u32; 2], size: u32, text: &str) -> String {
    format!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{text}</text>\n")
}

/// Returns the position of a number between the least and the greatest, 0 to 1.
fn part(count: u128, least: u128, most: u128) -> f64 {
    if most == least {
        return 0.5;
    }
    (count - least) as f64 / (most - least) as f64
}

/// Returns a colour from dark blue over green to yellow, of increasing lightness, as in the map
/// viridis of matplotlib.
fn colour(part: f64) -> String {
    const STOPS: [[f64; 3]; 5] = [
        [68.0, 1.0, 84.0],
        [59.0, 82.0, 139.0],
        [33.0, 145.0, 140.0],
        [94.0, 201.0, 98.0],
        [253.0, 231.0, 37.0],
    ];
    let at = part.clamp(0.0, 1.0) * (STOPS.len() - 1) as f64;
    let low = (at as usize).min(STOPS.len() - 2);
    let mix = |channel: usize| {
        let [from, to] = [STOPS[low][channel], STOPS[low + 1][channel]];
        (from + (to - from) * (at - low as f64)).round()
    };
    format!("rgb({} {} {})", mix(0), mix(1), mix(2))
}
