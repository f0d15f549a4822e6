//! Heat map of the occupancies, as SVG.

use bezzel::counted;
use bezzel_count::Occupancy;
use plotters::prelude::*;

use crate::output;

/// Font of the viewer; none is embedded.
const FONT: &str = "sans-serif";
const BOARD: i32 = 640;
const MARGIN: i32 = 40;
const CAPTION: i32 = 50;
const SCALE_WIDTH: i32 = 190;
const STEPS: i32 = 64;

/// Draws the shares of all solutions.
pub(super) fn draw(occupancy: &Occupancy, solutions: u128, picture: &mut String) -> output::Drawn {
    let n = occupancy.size();
    let size = (BOARD + MARGIN + SCALE_WIDTH, BOARD + MARGIN + CAPTION);
    let area = SVGBackend::with_string(picture, (size.0 as u32, size.1 as u32)).into_drawing_area();
    area.fill(&WHITE)?;
    let caption = format!(
        "Share of solutions with a queen on each square, n = {n}: {}",
        counted(solutions, "solution")
    );
    area.draw(&Text::new(caption, (MARGIN, 16), (FONT, 18)))?;

    let all = || (0..n).flat_map(|row| occupancy.row(row).iter().copied());
    let (least, most) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
    let place = |index: u32| (BOARD as u32 * index / n.max(1)) as i32;
    for row in 0..n {
        for (column, &count) in (0..n).zip(occupancy.row(row)) {
            let corner = |row, column| (MARGIN + place(column), CAPTION + place(row));
            let square = [corner(row, column), corner(row + 1, column + 1)];
            let fill = colour(part(count, least, most)).filled();
            area.draw(&Rectangle::new(square, fill))?;
        }
        let label = |at| Text::new(row.to_string(), at, (FONT, 12));
        let middle = (place(row) + place(row + 1)) / 2 - 6;
        area.draw(&label((MARGIN - 24, CAPTION + middle)))?;
        area.draw(&label((MARGIN + middle, CAPTION + BOARD + 8)))?;
    }
    scale(&area, [least, most], solutions)?;
    area.present()?;
    Ok(())
}

/// Draws the colours with the shares that they stand for.
fn scale(
    area: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
    [least, most]: [u128; 2],
    solutions: u128,
) -> output::Drawn {
    let left = MARGIN + BOARD + 24;
    let height = BOARD / 2;
    for step in 0..STEPS {
        let at = |step: i32| CAPTION + height - height * step / STEPS;
        let fill = colour(f64::from(step) / f64::from(STEPS - 1)).filled();
        area.draw(&Rectangle::new(
            [(left, at(step + 1)), (left + 20, at(step))],
            fill,
        ))?;
    }
    let share = |count: u128| format!("{:.4}%", 100.0 * count as f64 / (solutions as f64).max(1.0));
    let middle = least + (most - least) / 2;
    for (count, at) in [(most, 0), (middle, height / 2), (least, height)] {
        area.draw(&Text::new(
            share(count),
            (left + 28, CAPTION + at - 6),
            (FONT, 13),
        ))?;
    }
    Ok(())
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
fn colour(part: f64) -> RGBColor {
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
        (from + (to - from) * (at - low as f64)).round() as u8
    };
    RGBColor(mix(0), mix(1), mix(2))
}
