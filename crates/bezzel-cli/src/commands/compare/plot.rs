//! Plot of `compare`: time against n on a logarithmic scale.

use bezzel::methods::Method;
use plotters::prelude::*;

use super::Row;
use crate::output;

/// Font of the viewer; none is embedded.
const FONT: &str = "sans-serif";
const SIZE: (u32, u32) = (960, 560);
const NAMES: u32 = 170;

/// Colours of Okabe and Ito, distinguishable in print and for colour-blind readers.
const COLOURS: [RGBColor; 5] = [
    RGBColor(0, 0, 0),
    RGBColor(213, 94, 0),
    RGBColor(0, 114, 178),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
];

/// Draws the rows as SVG.
pub(super) fn draw(rows: &[Row], picture: &mut String) -> output::Drawn {
    let area = SVGBackend::with_string(picture, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let (plot, names) = area.split_horizontally(SIZE.0 - NAMES);
    let ns = || rows.iter().map(|row| row.n);
    let (first, last) = (ns().min().unwrap_or(0), ns().max().unwrap_or(1));
    let mut chart = ChartBuilder::on(&plot)
        .caption("Time to count the solutions for n queens", (FONT, 20))
        .margin(14)
        .x_label_area_size(46)
        .y_label_area_size(80)
        .build_cartesian_2d(
            f64::from(first) - 0.3..f64::from(last) + 0.3,
            decades(rows).log_scale(),
        )?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_labels((last - first + 1).min(30) as usize)
        .x_label_formatter(&whole_number)
        .y_label_formatter(&|seconds| axis_time(*seconds))
        .x_desc("n, number of queens")
        .y_desc("median time of one count, one thread (log scale)")
        .label_style((FONT, 14))
        .axis_desc_style((FONT, 14))
        .light_line_style(TRANSPARENT)
        .draw()?;
    for (index, method) in methods(rows).into_iter().enumerate() {
        let style = COLOURS[index % COLOURS.len()].stroke_width(2);
        let hollow = index >= COLOURS.len();
        let points: Vec<_> = rows
            .iter()
            .filter(|row| row.method == method)
            .map(|row| (f64::from(row.n), row.seconds))
            .collect();
        chart.draw_series(LineSeries::new(points.clone(), style))?;
        chart.draw_series(points.iter().map(|point| mark(*point, style, hollow)))?;
        // The legend stands beside the plot, where it hides nothing.
        let at = (0, 60 + 24 * index as i32);
        let sign = EmptyElement::at(at)
            + PathElement::new([(0, 0), (24, 0)], style)
            + mark((12, 0), style, hollow)
            + Text::new(method.name(), (32, -6), (FONT, 14));
        names.draw(&sign)?;
    }
    drop(chart);
    area.present()?;
    Ok(())
}

/// The range of the time axis: whole powers of ten, and a little more for their labels.
fn decades(rows: &[Row]) -> std::ops::Range<f64> {
    let exponents = || rows.iter().map(|row| row.seconds.log10());
    let low = exponents().fold(f64::INFINITY, f64::min).floor();
    let high = exponents().fold(f64::NEG_INFINITY, f64::max).ceil();
    10f64.powf(low) / 1.1..10f64.powf(high.max(low + 1.0)) * 1.1
}

/// A dot, or a ring for the second half of the methods, which use the colours again.
fn mark<C>(at: C, style: ShapeStyle, hollow: bool) -> Circle<C, i32> {
    if hollow {
        Circle::new(at, 5, style)
    } else {
        Circle::new(at, 4, style.filled())
    }
}

fn whole_number(n: &f64) -> String {
    if (n - n.round()).abs() < 1e-6 {
        format!("{n:.0}")
    } else {
        String::new()
    }
}

/// Seconds with a unit that fits.
fn axis_time(seconds: f64) -> String {
    match seconds {
        _ if seconds < 0.99e-6 => format!("{:.0} ns", seconds * 1e9),
        _ if seconds < 0.99e-3 => format!("{:.0} µs", seconds * 1e6),
        _ if seconds < 0.99 => format!("{:.0} ms", seconds * 1e3),
        _ => format!("{seconds:.0} s"),
    }
}

/// Returns the methods that have rows, in the order of `Method::ALL`.
fn methods(rows: &[Row]) -> Vec<Method> {
    Method::ALL
        .into_iter()
        .filter(|method| rows.iter().any(|row| row.method == *method))
        .collect()
}
