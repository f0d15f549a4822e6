//! Sentences in Chinese, with `--lang zh` and with LANG; data are the same in both languages.

use crate::{bezzel, contains, run};

#[test]
fn the_option_comes_before_the_environment() {
    for (args, all, lang, is_chinese) in [
        ("count 1", "", "zh_CN.UTF-8", true),
        ("count 1", "C", "zh_CN.UTF-8", false),
        ("count 1", "", "", false),
        ("count 1 --lang zh", "en_GB", "", true),
        ("count 1 --lang cn", "en_GB", "", true),
        ("count 1 --lang de", "zh_CN", "", true),
        ("--lang=en count 1", "zh_TW", "", false),
        ("judge --to 1 -- echo 1 --lang zh", "en_GB", "", false),
    ] {
        let mut command = bezzel();
        command.args(args.split(' ')).env_remove("LC_MESSAGES");
        let output = command.env("LC_ALL", all).env("LANG", lang).output();
        let stderr = crate::Ran::from(output.unwrap()).stderr;
        assert_eq!(
            stderr.is_ascii(),
            !is_chinese,
            "{args} {all} {lang}: {stderr}"
        );
    }
}

#[test]
#[cfg(target_os = "linux")]
fn programs_are_judged_in_chinese() {
    for line in [
        "4 | true | n = 1 到 4 时没有任何输出；是不是忘了把结果输出到标准输出？",
        "1 | echo 1 | 评测结果 | 一秒之内 | 程序输出一个数字",
        "1 | exit 3 | 没有任何输出；n = 1 时程序出错，退出码 3",
        "1 | echo 2 boards | 程序输出一个数字 | n = 1 时结果错误",
        "4 | echo 0 1 2 3; echo 3 2 1 0 | 程序输出棋盘 | 没有输出任何正确的解；应有",
    ] {
        let words: Vec<_> = line.split(" | ").collect();
        let judge = [
            "judge", "--to", words[0], "--lang", "zh", "--", "sh", "-c", words[1],
        ];
        let judged = run(&judge);
        words[2..].iter().for_each(|words| judged.prints(words));
        judged.says("程序以你的权限运行，没有隔离");
    }
}

#[test]
fn listings_are_shown_with_the_names_of_a_tutorial() {
    let show = |args: &[&str]| run(&[&["show", "4", "--steps", "1"], args].concat());
    let shown = show(&["-m", "slope-test", "--names", "tutorial"]).stdout;
    contains(&shown, "locations[k] = i; // store the candidate");
}
