//! Sentences in Chinese, with `--lang zh` and with LANG; data are the same in both languages.

use crate::{bezzel, run, run_with_input};

#[test]
fn sentences_are_chinese_and_data_are_not() {
    for (args, on_stdout, on_stderr) in [
        ("count 8", "92\n", "共有 92 种摆法"),
        ("count 8 --fundamental", "基本解：12\n", "种摆法"),
        (
            "count 8 9 --fundamental",
            " n   解的个数     基本解  没有对称性  旋转 180° 不变  旋转 90° 不变\n 8         92         12          11",
            "",
        ),
        ("methods", "用三个整数记录列", ""),
        ("methods", "1 秒内 n = 14，最多 n = 64", ""),
        (
            "compare 4 -m brute-force --repeat 1",
            "4 皇后问题\nbrute-force 的答案：2，运行时间：",
            "",
        ),
        ("list 4 --limit 1", "1 3 0 2\n", ""),
        (
            "random 1 --seed 7",
            "0\n",
            "种子 7，uniform：抽中每个解的概率相等",
        ),
        ("show 4 --steps 4", "第 2 步：候选格：第 0 行第 0 列", ""),
    ] {
        let in_chinese = run(&*format!("{args} --lang zh"));
        assert_eq!(in_chinese.code, Some(0), "{args:?}");
        in_chinese.prints(on_stdout);
        in_chinese.says(on_stderr);
        let by_environment = bezzel()
            .args(args.split(' '))
            .env("LC_ALL", "zh_CN.UTF-8")
            .output()
            .unwrap();
        let printed = String::from_utf8(by_environment.stdout).unwrap();
        assert!(printed.contains(on_stdout), "{printed}");
    }
}

#[test]
fn the_option_comes_before_the_environment() {
    for (args, all, lang, is_chinese) in [
        ("count 1", "", "zh_CN.UTF-8", true),
        ("count 1", "C", "zh_CN.UTF-8", false),
        ("count 1", "", "", false),
        ("count 1 --lang zh", "en_GB", "", true),
        ("--lang=en count 1", "zh_TW", "", false),
        ("judge --to 1 -- echo 1 --lang zh", "en_GB", "", false),
    ] {
        let mut command = bezzel();
        command.args(args.split(' ')).env_remove("LC_MESSAGES");
        let output = command.env("LC_ALL", all).env("LANG", lang).output();
        let stderr = crate::Ran::from(output.unwrap()).stderr;
        assert_eq!(
            !stderr.is_ascii(),
            is_chinese,
            "{args} {all} {lang}: {stderr}"
        );
    }
}

#[test]
fn checked_boards_are_named_in_chinese() {
    let checked = run_with_input("check --lang=zh", b"1 3 0 2\n0 1 3 2\n");
    assert_eq!(checked.code, Some(1));
    assert!(
        checked
            .stdout
            .starts_with("第 1 行：正确（n = 4）\n第 2 行：错误（n = 4）：")
    );
    assert!(
        checked
            .stdout
            .ends_with("共 2 个棋盘：1 个正确，1 个错误\n")
    );
}

#[test]
#[cfg(target_os = "linux")]
fn programs_are_judged_in_chinese() {
    for (to, program, expected) in [
        (
            "1",
            "true",
            &["评测结果", "一秒之内", "程序既没有输出数字，也没有输出棋盘"][..],
        ),
        ("1", "exit 3", &["程序出错：退出码 3"]),
        (
            "1",
            "echo 2 boards",
            &["程序输出一个数字", "n = 1 时结果错误"],
        ),
        (
            "4",
            "echo 0 1 2 3; echo 3 2 1 0",
            &["程序输出棋盘", "没有输出任何正确的解；应有"],
        ),
    ] {
        let judged = run(&[
            "judge", "--to", to, "--lang", "zh", "--", "sh", "-c", program,
        ]);
        for words in expected {
            judged.prints(words);
        }
        let warning = "程序以你的权限运行，没有隔离";
        judged.says(warning);
    }
}

/// Good input has sentences only; of an error nothing is left in English except names and what the
/// system says.
#[test]
fn errors_and_notes_are_chinese() {
    for (args, input, expected) in [
        ("judge --to 1 -- true", "", "程序以你的权限运行"),
        ("judge -- /nowhere", "", "错误：无法运行 /nowhere："),
        ("judge", "", "错误：缺少参数 <COMMAND>"),
        ("judge --to 40 -- true", "", "无效：应为 1 到 32 的整数"),
        ("check", "", "标准输入中没有棋盘"),
        ("check", "abc", "错误：标准输入：第 1 行是“abc”"),
        ("check /nowhere", "", "错误：无法读取 /nowhere："),
        (
            "compare 99",
            "",
            "错误：这些方法的 n 应为 0 到 64，实际为 99",
        ),
        (
            "compare 6 -m min-conflicts",
            "",
            "错误：min-conflicts 只求一个解",
        ),
        ("compare 6 -m x", "", "错误：没有 'x'，可用的有"),
        (
            "show 6 --names b",
            "",
            "的 --names 应为 tutorial, a, c, d，实际为 'b'",
        ),
        (
            "show 6 -m brute-force --names d",
            "",
            "没有教程讲 brute-force",
        ),
        ("methods x", "", "错误：没有参数 'x'"),
        ("count 99", "", "错误：n 应为 0 到 32，实际为 99"),
        ("count x", "", "'[N]...' 的值 'x' 无效：应为 0 到 32"),
        (
            "count 8 --queen 0,0 --queen 1,1",
            "",
            "无解：第 0 行第 0 列与第 1 行第 1 列的皇后互相攻击",
        ),
        ("count 8 --save", "", "错误：'--save <FILE>' 后面缺少值"),
        ("ledger status Cargo.toml", "", "不是 bezzel 的计数文件"),
        ("work 13 --part 3/2", "", "应为 3/100 这样的一部分"),
        (
            "puzzle new 8 --grade x",
            "",
            "错误：没有 'x'，可用的有：easy",
        ),
        ("complete --why", "", "错误：缺少参数 <N>"),
        ("complete 9999 --why", "", "错误：补全棋盘时 n 应为 0 到"),
        ("puzzle hint", "", "标准输入：应为 n 行，每行 n 格"),
        ("puzzle hint", "AABB\nAABB\nCCDD\n", "每行的格数应等于行数"),
        (
            "puzzle hint",
            "AABB\nAABB\nCCBB\nCCBB\n",
            "应有 4 个区域，实际有 3 个",
        ),
    ] {
        let ran = run_with_input(&*format!("--lang zh {args}"), input.as_bytes());
        ran.says(expected);
    }
}

#[test]
fn another_language_is_an_error() {
    let ran = run("count 8 --lang de");
    assert_eq!(ran.code, Some(2));
    ran.says("[possible values: en, zh]");
}

#[test]
fn listings_are_shown_with_the_names_of_a_tutorial() {
    let show = |args: &[&str]| run(&[&["show", "4", "--steps", "1"], args].concat());
    let shown = show(&["-m", "slope-test", "--names", "tutorial"]).stdout;
    assert!(
        shown.contains("locations[k] = i; // store the candidate"),
        "{shown}"
    );
    let shown = show(&["-m", "bitmask", "--names", "d", "--lang", "zh"]).stdout;
    assert!(
        shown.contains("now := final and not (h or z or f);"),
        "{shown}"
    );
    assert!(shown.contains("// 取走这一位"), "{shown}");
    for (args, expected) in [
        (
            ["-m", "bitmask", "--names", "b"],
            "expected --names tutorial, a, c, d with bitmask, found 'b'",
        ),
        (
            ["-m", "brute-force", "--names", "a"],
            "expected no --names with brute-force, which no tutorial has",
        ),
        (["-m", "bitmask", "--names", "e"], "unknown tutorial 'e'"),
    ] {
        let ran = show(&args);
        assert_eq!(ran.code, Some(2), "{args:?}");
        ran.says(expected);
    }
}
