//! The place of a program among methods that were measured beside it.

use bezzel::methods::Text;

use crate::text::texts;

/// Describes the time of a program beside those of methods, the slowest first.
///
/// ```
/// let methods = [("slope-test", 0.5), ("bitmask", 0.01)];
/// let text = bezzel_judge::place(0.1, &methods);
/// assert_eq!(text.english, "between slope-test and bitmask; bitmask is 10.0 times faster");
/// ```
pub fn place(seconds: f64, methods: &[(&str, f64)]) -> Text {
    let slower = methods.iter().rfind(|method| method.1 > seconds);
    let faster = methods.iter().find(|method| method.1 <= seconds);
    let Some((name, least)) = faster else {
        return slower.map_or(Text::new("not compared", "没有比较"), |(name, _)| {
            texts(
                format!("faster than {name}, the fastest method"),
                format!("比最快的方法{}还快", spaced(name)),
            )
        });
    };
    let times = seconds / least.max(1e-9);
    let (where_, where_zh) = match slower {
        Some((slower, _)) => (
            format!("between {slower} and {name}"),
            format!("介于{}与{}之间", spaced(slower), spaced(name)),
        ),
        None => (
            "slower than all methods that were measured".to_owned(),
            "比测过的各种方法都慢".to_owned(),
        ),
    };
    texts(
        format!("{where_}; {name} is {times:.1} times faster"),
        format!(
            "{where_zh}；{name}的速度是这个程序的 {times:.1} 倍",
            name = spaced(name).trim_start()
        ),
    )
}

/// A Latin name in a Chinese sentence.
fn spaced(name: &str) -> String {
    match name.is_ascii() {
        true => format!(" {name} "),
        false => name.to_owned(),
    }
}
