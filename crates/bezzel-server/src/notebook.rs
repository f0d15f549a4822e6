//! The page in one document, for notebooks.

use std::fmt::Write as _;

use crate::assets;

/// Returns the page as one document that needs no other file: a player (`#/embed?method=bitmask&n=8`)
/// or a board (`#/board?n=8`) at this place, without the counter and the other tabs. With a trace, which
/// `bezzel_judge::RECORDER` writes, it shows a program (`#/program`).
///
/// It works in a frame without an address (`srcdoc`), in a sandbox, and without storage. The language is
/// `en` or `zh` [default: that of the browser].
///
/// ```
/// let document = bezzel_server::notebook("#/embed?method=bitmask&n=8", Some("en"), None);
/// assert!(document.starts_with("<!doctype html>"));
/// ```
pub fn notebook(place: &str, language: Option<&str>, trace: Option<&str>) -> String {
    let mut attributes = format!("data-place=\"{}\"", attribute(place));
    if let Some(language) = language {
        let _ = write!(attributes, " data-language=\"{}\"", attribute(language));
    }
    let program = trace.map(|trace| {
        // The trace has these signs in strings of JSON only.
        let trace = trace.replace('<', "\\u003c");
        format!(
            "<script type=\"text/plain\" id=\"trace\">{trace}</script><script>{judge}</script>",
            judge = file("judge-", ".js"),
        )
    });
    // It needs what the page shares.
    let tab = trace.map(|_| format!("<script>{}</script>", file("program-", ".js")));
    format!(
        "<!doctype html><html lang=\"en\" {attributes}><head><meta charset=\"utf-8\">\
         <meta name=\"color-scheme\" content=\"light dark\"><title>bezzel</title><style>{style}</style></head>\
         <body><div id=\"page\"></div>{program}<script>{engine}</script>\
         <script>{chinese}</script><script>{page}</script>{tab}</body></html>",
        program = program.unwrap_or_default(),
        tab = tab.unwrap_or_default(),
        style = file("style-", ".css"),
        engine = file("engine-", ".js"),
        chinese = file("chinese-", ".js"),
        page = file("index-", ".js"),
    )
}

/// Escapes the value of an attribute of HTML in double quotes.
pub fn attribute(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;")
}

/// Returns the text of a file of the page, whose name contains a hash.
fn file(start: &str, end: &str) -> String {
    let names = assets::names().into_iter();
    let mut names = names.filter(|name| name.starts_with(start) && name.ends_with(end));
    let bytes = names.next().and_then(|name| assets::file(&name));
    String::from_utf8_lossy(&bytes.expect("the page has this file")).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_file_ends_its_element() {
        let document = notebook("#/board?n=8&board=\"", None, None);
        assert!(document.contains("data-place=\"#/board?n=8&amp;board=&quot;\">"));
        assert!(!document.contains("data-language"));
        for (element, count) in [("script", 3), ("style", 1)] {
            assert_eq!(document.matches(&format!("</{element}")).count(), count);
        }
        let trace = "n 4\nprogram \"</script><!--\"\n";
        let recorded = notebook("#/program", None, Some(trace));
        assert!(recorded.contains("program \"\\u003c/script>\\u003c!--\"\n"));
        assert_eq!(recorded.matches("</script").count(), 6);
        // From it, a script would not end at `</script>`.
        assert!(!document.contains("<!--") && !recorded.contains("<!--"));
    }
}
