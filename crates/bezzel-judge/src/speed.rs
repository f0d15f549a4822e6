//! The place of a program among methods that were measured beside it.

use bezzel::methods::Text;
use bezzel::texts;

/// Describes the time of a program beside those of methods, the slowest first.
///
/// ```
/// let methods = [("slope-test", 0.5), ("bitmask", 0.01)];
/// let text = bezzel_judge::place(0.1, &methods);
/// assert_eq!(text.english, "between slope-test and bitmask; bitmask is 10.0 times as fast");
/// ```
pub fn place(seconds: f64, methods: &[(&str, f64)]) -> Text {
    let slower = methods.iter().rfind(|method| method.1 > seconds);
    let faster = methods.iter().find(|method| method.1 <= seconds);
    let Some((name, least)) = faster else {
        return slower.map_or(Text::new("not compared", "没有比较"), |(name, _)| {
            texts!(
                [name = spaced(name)],
                "faster than {name}, the fastest method",
                "比最快的方法{name}还快"
            )
        });
    };
    let times = seconds / least.max(1e-9);
    let place = match slower {
        Some((slower, _)) => texts!(
            [slower = spaced(slower), name = spaced(name)],
            "between {slower} and {name}",
            "介于{slower}与{name}之间"
        ),
        None => Text::new(
            "slower than all methods that were measured",
            "比测过的各种方法都慢",
        ),
    };
    let before = spaced(name).chinese;
    let before = before.trim_start();
    texts!(
        [place],
        "{place}; {name} is {times:.1} times as fast",
        "{place}；{before}的速度是这个程序的 {times:.1} 倍"
    )
}

/// Returns a name, with a space on each side of it that is Latin in a Chinese sentence.
fn spaced(name: &str) -> Text {
    let space = |letter: Option<char>| match letter {
        Some(letter) if letter.is_ascii() => " ",
        _ => "",
    };
    let [before, after] = [name.chars().next(), name.chars().next_back()].map(space);
    texts!("{name}", "{before}{name}{after}")
}
