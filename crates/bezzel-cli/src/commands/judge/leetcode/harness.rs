
// Calls one function of the answer above as LeetCode does, all calls in one process. Arguments: the file for
// the results, the function, and each n.
mod bezzel_harness {
    pub trait Json {
        fn json(&self) -> String;
    }
    impl Json for i32 {
        fn json(&self) -> String {
            self.to_string()
        }
    }
    impl Json for String {
        fn json(&self) -> String {
            let plain = |letter: char| (' '..='~').contains(&letter) && !"\"\\".contains(letter);
            let letters = self.bytes().map(|byte| match plain(byte as char) {
                true => (byte as char).to_string(),
                false => format!("\\u{byte:04x}"),
            });
            format!("\"{}\"", letters.collect::<String>())
        }
    }
    impl<T: Json> Json for Vec<T> {
        fn json(&self) -> String {
            let items: Vec<_> = self.iter().map(Json::json).collect();
            format!("[{}]", items.join(","))
        }
    }
}

fn main() {
    use bezzel_harness::Json;
    use std::io::Write;
    let arguments: Vec<String> = std::env::args().collect();
    let mut out = std::fs::File::create(&arguments[1]).expect("a file for the results");
    let call = |n: i32| match arguments[2].as_str() {
        // FUNCTIONS
        _ => std::process::exit(3),
    };
    for size in &arguments[3..] {
        writeln!(out, "call {size}").unwrap();
        let text: String = call(size.parse().unwrap());
        writeln!(out, "value {text}").unwrap();
    }
}
