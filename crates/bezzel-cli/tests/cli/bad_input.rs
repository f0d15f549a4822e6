//! Bad input: one line on stderr that says what is accepted, exit code 2, nothing on stdout.

use crate::answers::check_all;
use crate::{run, run_with_input};

const NUMBERS: &str = r"
count {-1 abc 1.5 '' 2147483648 99999999999999999999 8x ٨} => of --method; or a range such as 1-12¶
count ' 8' => ' 8' & : expected a whole number from 0 to 32, or to the limit of --method; or a
count {- 3- 1-2-3 1..3 a-b} => a range such as 1-12¶
{count compare} 10-8 => the range is reversed, use 8-10¶
count '1- 2' => a range such as 1-12¶
{list show} {-1 1e3} => : expected a whole number from 0 to 64, or to the limit of --method¶
compare {-1 1e3} => from 0 to 64, or to the limit of --method; or a range such as 1-12¶
first {-1 1e3} => : expected a whole number from 0 to 2147483647¶
complete {-1 1e3} => : expected a whole number from 0 to 1000¶
generate completion {-1 1e3} => : expected a whole number from 0 to 1000¶
generate completion 1001 => expected a whole number from 0 to 1000
random {-1 1e3} => : expected a whole number from 0 to 268435456¶
occupancy {-1 1e3 33} => : expected a whole number from 0 to 32¶
work {-1 4.5 33} => from 0 to 32¶
bench {-1 1e3 33} => : expected a whole number from 4 to 32¶
puzzle new {-1 1e3 4 17} => : expected a whole number from 5 to 16¶
{count list first show compare random} => N>
puzzle new => <N>
count 65 -m bitmask => found 65 & bitmask & 0 to 64
count 33 => expected n from 0 to 32 for counting, found 33
count {1000 2147483647} => expected n from 0 to 32
count {33 1000 2147483647} --sample 3 => 0 to 32
count 17 --method brute-force => brute-force & 0 to 16
count 40 --fundamental => found 40 & 0 to 32
count 8 40 --fundamental => found 40
{list show compare} 65 => found 65 & 0 to 64
compare 17 -m brute-force => found 17 & 0 to 16
list 1001 --queen 0,0 => expected n from 0 to 1000 for completing a board
first 100000 --notation svg => svg & 0 to 65536
random 33 {--method=uniform --queen=0,3} => expected n from 0 to 32
random 268435456 --count 2 => expected at most 268435456 queens
1 random 2 --method min-conflicts => no solution exists for n = 2¶
random 26 --queen 0,0 => hours for this board of 26 rows: place more
count 8 --threads 0 => from 1 to 1024
count 8 --threads many => 'many'
occupancy 8 --threads 1025 => from 1 to 1024
list 8 --limit -3 => '-3' & expected a whole number from 1 to 2^64 - 1¶
list 8 --limit {0 99999999999999999999} => from 1 to 2^64 - 1¶
show 6 -m min-conflicts --seed x => expected a whole number from 0
complete 8 --queen 0,0 --all --limit 0 => expected a whole number from 1
random 8 --count 0 => from 1 to 1000000
puzzle new 8 --count 0 => from 1 to 100000
count 12 --sample {0 -1 1000001 many ''} => expected a whole number from 1 to 1000000, or 'all'
random 30 --seed -1 => expected a whole number from 0 to
count 12 --sample 1 --seed -1 => expected a whole number from 0 to
generate completion 8 --seed -1 => expected a whole number from 0 to
generate completion 8 --parameter -1 => expected a number
generate completion 8 --parameter 1.5 => expected a whole number
generate completion 8 --seed 1 --parameter 9 => expected a number of queens up to
generate completion 8 --model blocked-squares --parameter 1 => share of blocked squares
ledger verify x --fraction={% 5 0% -1% 101% NaN%} => a percentage above 0% and up to 100%
ledger verify x --fraction= => a percentage above 0% and up to 100%
work 8 --part {'' 3 0/4 5/4 1/0 a/b 1/2/3} => from 1/100 to 100/100
compare 8 --repeat 0 => from 1 to 1000
compare 8 --budget soon => 'soon' & a time such as
compare 8 --budget {-1 nan} => a time such as
complete 8 --time-limit={h -1 -1s 1e99d 8hours ½h NaN NaNs inf 1e10 s soon} => a time such as 10 (seconds), 90s
complete 8 --time-limit= => expected a time such as 10 (seconds), 90s
complete 8 '--time-limit=8 h' => expected a time such as 10 (seconds), 90s
complete 32 --queen 0,0 --all --time-limit 0 => raise --time-limit
serve --port {65536 -1 http} => : expected a port from 0 to 65535¶
serve --listen {example 1.2.3.4:80} => expected an IP address without a port: 127.0.0.1 & ; use --port for the port¶
serve --listen localhost --ledgers no/folder => no/folder & expects a directory
serve --open=yes => '--open' takes no value, found 'yes'
serve --listen {0.0.0.0 ::} => requires BEZZEL_TOKEN (16 to 256 & loopback
";

const NAMES: &str = r"
{count list compare} 8 -m bitmsk => 'bitmsk' (did you mean 'bitmask'?): expected brute-force, & , min-conflicts¶
compare 8 -m bitmask,nope => 'nope' & expected brute-force
list 8 -n gird => 'gird' & did you mean 'grid'?
check -n chess => 'chess' & expected positions
{count occupancy} 8 --format xml => 'xml' & text, csv, json
count 8 --backend axv2 => 'axv2' & did you mean 'avx2'? & portable
random 8 --backend cuda:4000000 => cuda:4000000
count 12 --backend CUDA => did you mean 'cuda'?
count 12 --backend cuda,cuda:0 => 'cuda,cuda:0'
backends 12 => 12
completions cmd => 'cmd' & bash
cuont 8 => no command 'cuont'; did you mean 'count'?
serv => 'serve'
frobnicate => no command 'frobnicate'; `bezzel --help` lists the commands¶
puzzle frobnicate => `bezzel puzzle --help` lists the commands¶
count 8 --treads 2 => '--treads'; did you mean '--threads'?
count 8 --format jsn => did you mean 'json'?
count 8 --lang en --lang en => '--lang <LANG>' is given twice
puzzle new 8 --grade hrad => did you mean 'hard'?
puzzle new 8 --grade nasty => : unknown grade 'nasty': expected easy
puzzle new 8 --grade none => hard, expert
puzzle new --day 2020-02-30 => error: '--day <DATE>': expected a date such as 2026-11-22, found '2020-02-30': 2020-02 has 29 days
count 8 --lang de => expected en, zh
methods bitmsk => '[METHOD]': unknown method 'bitmsk'
show 4 -m bitmask --names b => expected --names tutorial, a, c, d with bitmask, found 'b'
show 4 -m brute-force --names a => no tutorial has names for brute-force: leave out --names a
show 4 -m bitmask --names e => unknown tutorial 'e'
{count list compare} 8 --method min-conflicts => expected a method that counts, found min-conflicts, which
compare 8 --method min-conflicts => finds one solution: the methods that count are brute-force,
";

const CONTRADICTIONS: &str = r"
list 8 --format json -n grid => grid & json
list 8 --one-based -n grid => --one-based & positions
list 8 --attack-lines => --attack-lines & svg
list 8 --queen 0,0 --block 1,4 --method slope-test => bitmask
count 8 -m bitmask --save x => --method & --save
count 8 --seed 1 => --sample
count 18 --sample 3 --save x => --sample & --save
count --save x {--queen=0,0 --block-diagonal=1} => expected N or --board FILE
work x {--queen=0,0 --block=a1 --block-anti-diagonal=2 --board=Q} => expected N with --queen, --block and --board
count 8 9 --save x => expected one N with --save, found 2 numbers
count 8-10 --sample 3 => expected one N with --sample, found 3 numbers
count 8 --by-colour --format csv => --by-colour, found csv
count 8 --queen 0,0 -m bitmask => an empty board with bitmask
{count list} 8 --queen 0,0 --fundamental => with --fundamental
random 8 --queen 0,3 --method min-conflicts => expected an empty board with min-conflicts
show 6 --seed 7 => found bitmask: use it with min-conflicts
serve --force => expected --force with --export DIR
serve --force --port 0 => --force
serve --export x --port 0 => --export
judge -- no-such-program => cannot run no-such-program
judge --each no-such-folder/* => no file matches the pattern
judge --each [ -- x => expected a pattern such as
judge --least 9 --to 8 -- x => expected --least up to --to (8), found 9
";

const FILES: &str = r"
check /no/such/file => cannot read /no/such/file & No such file
check / => cannot read / & directory
check src/exit.rs => src/exit.rs is source code, not a board: to judge the program, use `rustc & && bezzel judge -- src/exit`
list 8 -o /no/such/folder/file => cannot write & No such file
list 8 -o / => cannot write / & directory
list 8 -o '' => --output
man /no/such/folder => expected an existing directory
compare 4 --plot /no/such/folder/p.svg => cannot write
puzzle solve no-such-file => cannot read no-such-file
puzzle show . => cannot read .
serve --ledgers no/folder => no/folder & expects a directory
serve --ledgers Cargo.toml => Cargo.toml & expects a directory
list --board no/such/file => cannot read no/such/file
{count list complete show} 8 --board no-such-file => cannot read no-such-file
{count list complete show} 8 --board . => cannot read .
";

const BOARDS: &str = r#"
{count list complete show} 8 --queen 8,0 => row and column below 8, found row 8 column 0
{count list complete show} 8 --queen -1,0 => expected a row and a column from 0
{count list complete show} 8 --block 3 => expected a row and a column from 0
{count list complete show} 8 --block-diagonal 8 => |row - column| below 8
{count list complete show} 8 --block-diagonal x => such as -2
{count list complete show} 8 --block-anti-diagonal 15 => row + column below 15
occupancy 8 --queen 8,0 => row and column below 8
list 8 --queen {'' a a0 a01 1a 11 aa1 a-1 a+1 ä1 3;5 3} => a chess square such as d1
list 8 --queen 'a1 ' => a chess square such as d1
list 8 --queen i1 => expected a square from a1 to h8, found i1
list 8 --queen a9 => a1 to h8
list 4 --queen e1 => a1 to d4
list 32 --queen a33 => a1 to z32
list --board Q3/2x1/5/1x2 => expected a board in one word such as Q3/2x1/4/1x2, found 'Q3/2x1/5/1x2'
{count list complete show} 8 --board - < Q..\n...\n...\n => expected a board of 8 rows, found one of 3
{count list complete show} 8 --board - < Q..\n..#\n...\n => expected a board of 8 rows, found one of 3
{count list complete show} 8 --board - < Q7/8/8/9/8/8/8/8 => standard input: line 1: row 3 has 9 squares, not 8
{count list complete show} 8 --board - < 1Q2/4/4/4\n1Q2/4/4/4\n => : expected one board, found another in line 2
{count list complete show} 8 --board - < 4/4/4/\xff => standard input: line 1 is 
{count list complete show} 8 --board - < \x00\xff\xfe\x01 => standard input: 
{count list complete show} 8 --board - => standard input: 
{count list complete show} 8 --board - < Q.. .\n => line 1 is 'Q.. .': not understood
{count list complete show} 8 --board - < 1 3 0 2\n2 0 3 1\n => expected one board, found another in line 2
{count list complete show} --board - < \n => standard input: expected a board, found an empty line
count --board - < {"n":4,"queens":[[0,4]]} => row and column below 4
count --board - < {"queens":[[0,1]]} => missing field `n`
count --board - < {"n":4,"queens":[[0]]} => found another one
count --board - < {"n":4,"queens":[[0,1]],"block":[]} => unknown field `block`
count --board - < {"n":4,"blocked":[[0,1] => EOF while parsing
count --board - < {"n":4,"queens":[1,3,0]} => a board of 4 rows is expected, but 3 rows
check < hello => standard input: line 1 is 'hello': not understood; bezzel reads drawings
check < Sum:\nn\n => standard input: line 1 is 'Sum:'
check < \x7fELF\x02\x01\x00\nQ\n => standard input: expected text, found binary data¶
check < 17 => standard input: expected a board, found only the number 17 in line 1
check < <svg></svg> => standard input: line 1 is '<svg></svg>'
check < 4 1 2 4 3\n => --one-based & --notation positions
1 check < 0 4 1 3\n => wrong
1 check < 2 5 1 3\n => wrong
1 check < {"n":4000000000,"queens":[]} => a board of 4000000000 rows is expected, but 0 rows are printed
1 check < -1 2\n => line 1: wrong (n = 2): -1 is a negative number, expected 1 to 2, or - for a row without a queen
puzzle {solve grade hint show} => expected n rows of n squares in n regions
puzzle {solve grade hint show} < AAAB\nACBB\nCCCB\nCCCC\n => line 1: expected 4 regions on a board of 4 rows, found 3
puzzle {solve grade hint show} < AAAB\nACBB\nCCC\nDDCC\n => expected as many squares as rows, found 4 rows and 3 squares in row 2
puzzle {solve grade hint show} < AAAB\nACQB\nCCCB\nDDCC\n => found 5; queens are drawn below the regions
puzzle {solve grade hint show} < AAA\nABB\nCCC\n => expected n rows of n squares
puzzle {solve grade hint show} < \x00\xff\xfe => expected n rows of n squares
puzzle {solve grade hint show} < {"n":4,"regions":3} => expected n rows of n squares
"#;

const TIPS: &str = r"
{solve solution solutions find search run} => `bezzel first N` & `bezzel list N` & `bezzel count N`
{verify validate} => `bezzel check`
{animate play step steps visualize watch} => `bezzel show N`
{gui page server start ui web} => `bezzel serve --open`
{benchmark measure race time} => `bezzel compare N`
{draw print enumerate all} => `bezzel list N --notation unicode`
solve 8 => bezzel first N
8 => `bezzel count 8` their number
list 8 --json => use `--format json`
list 8 --svg => use `--notation svg`
count 8 --csv => use `--format csv`
count 8 --bitmask => use `--method bitmask`
puzzle new 8 --hard => use `--grade hard`
judge a.py => `bezzel judge -- python3 a.py`
judge a/queens => `bezzel judge -- a/queens`
judge queens.cpp => `g++ -O2 -o ./queens queens.cpp && bezzel judge -- ./queens`
judge 'my queens.cxx' => `g++ -O2 -o './my queens' 'my queens.cxx' && bezzel judge -- './my queens'`
judge --to 5 python3 'my queens.py' -q --one => `bezzel judge --to 5 --one -- python3 'my queens.py' -q`
judge --each *.py node a.js --lang en => `bezzel judge --each '*.py' --lang en -- node a.js`
judge => after --, such as `bezzel judge -- python3 queens.py`
judge --leetcode a.py {--to --least} 3 => cannot be used with
judge a/queens.pas => `fpc a/queens.pas && bezzel judge -- a/queens`
list => give n, such as 8, or a board with --board FILE
puzzle new => give n, such as 8, or a date with --day today¶
{compare first} => give n, such as 8¶
count 8 --time-limit 1s => --save <FILE> & so that it can continue
check '1 3 0 2' => `echo '1 3 0 2' | bezzel check`
";

/// Sentences in Chinese; of an error nothing is left in English except names and what the system says.
const CHINESE: &str = r"
1 judge --to 1 -- true => 程序以你的权限运行
judge => 错误：缺少参数 <COMMAND>...；请在 -- 之后写出运行程序的命令，例如 `bezzel judge -- python3 queens.py`
judge python3 a.py => ；要评测这个程序，请用 `bezzel --lang zh judge -- python3 a.py`
judge --to 3 --leetcode a.py => 不能与
judge --lang zh --to 1 --lang zh -- true => ¶错误：“--lang <LANG>”写了不止一次¶
judge -- /nowhere => ¶错误：无法运行 /nowhere：文件或文件夹不存在¶
judge --leetcode src/exit.rs => ¶错误：src/exit.rs 中没有函数 total_n_queens & ；如果它是读入 n 的程序，请用 `rustc
judge --to 40 -- true => 无效：应为 1 到 32 的整数
0 check => 标准输入：没有棋盘
check < abc => 错误：标准输入：第 1 行是“abc”
check < 92 => 没有棋盘，只有第 1 行的数字 92
check /nowhere => 错误：无法读取 /nowhere：文件或文件夹不存在¶
check / => 无法读取 /：这是文件夹，不是文件¶
check '1 3 0 2' => 无法读取 1 3 0 2：文件或文件夹不存在；检查棋盘请用 `echo '1 3 0 2' | bezzel check`
1 check < 1 3 0 2\n0 1 3 2\n => 第 1 行：正确（n = 4）¶第 2 行：错误（n = 4）： & ¶共 2 个棋盘：1 个正确，1 个错误¶
compare 99 => 错误：这些方法的 n 应为 0 到 64，实际为 99
compare 6 -m min-conflicts => 错误：min-conflicts 只求一个解
compare 6 -m x => 错误：“--method <METHOD>”：没有“x”，可用的有：brute-force、
count 8 -m bitmsk => “--method <METHOD>”：没有“bitmsk”（是不是“bitmask”？）
0 compare 4 -m brute-force --repeat 1 => 4 皇后问题¶brute-force 的答案：2，运行时间：
show 6 --names b => 的 --names 应为 tutorial、a、c、d，实际为“b”
show 6 -m brute-force --names d => 没有教程讲 brute-force
show 4 --seed 1 => 不用随机数
0 show 4 -m bitmask --steps 9 => 最右一位是第 0 列 & 沿行 − 列受攻击 & 第 2 步：候选格：第 0 行第 0 列
0 show 4 --steps 1 -m bitmask --names d => now := final and not (h or z or f); & // 取走这一位
0 methods => 用三个整数记录列 & 1 秒内可达 n = 14；n 最大为 64
methods x => 错误：“[METHOD]”：没有“x”，可用的有
0 methods bitmask => ¶位运算 bitmask¶
0 backends => portable：任何 CPU
cuont => 没有命令“cuont”；是不是“count”？¶
count 8 --methd x => 无法识别参数“--methd”；是不是“--method”？¶
puzzle new => 请给出 n，例如 8，或用 --day today
compare => 请给出 n，例如 8¶
8 => 错误：没有命令“8”；`bezzel first 8` 输出一个解
solve 8 => `bezzel list N` 列出全部解
0 count 8 => 92¶ & 共有 92 种摆法
0 count ８ => 92¶
0 count 8 -m 位运算加对称性 => 92¶
0 count 8 --fundamental => 基本解：12¶ & 种摆法
0 count 8 9 --fundamental =>  n   解的个数     基本解  没有对称性  旋转 180° 不变  旋转 90° 不变¶ 8         92         12          11
count 8 --save => 错误：“--save <FILE>”后面缺少值
0 count 4-6 => 共计数 3 个棋盘
0 count 10 --double-check => 个由两条路线确认
0 count 12 --sample 9 --seed 1 => ¶解的个数：1.
0 count 8 --queen 0,0 --queen 1,1 => 无解：第 0 行第 0 列与第 1 行第 1 列的皇后在同一条主对角线上，互相攻击
count 99 => 错误：n 应为 0 到 32，实际为 99
count x => “[N]...”的值“x”无效：应为 0 到 32
count 10-8 => 范围写反了，应为 8-10¶
count 20 --save /nowhere/x => 错误：无法使用 /nowhere/x：文件或文件夹不存在¶
count 33 --save /nowhere/x => 错误：n 应为 0 到 32，实际为 33¶
ledger verify x --fraction {5 200%} => 应为大于 0%、不超过 100% 的百分数
serve --port {x 99999} => 应为 0 到 65535 的端口号
serve --listen example => 应为不带端口的 IP 地址
count 8 --json => ；请用 `--format json`
count 4 --queen 9,0 => 错误：行号和列号应小于 4，实际为第 9 行第 0 列
count 4 --fundamental --queen 0,0 => --fundamental 只用于空棋盘
count 4 5 --save x => 使用 --save 时只能给出一个 N
0 list 4 --limit 1 => 1 3 0 2¶
list 4 --one-based -n grid => --one-based 只能与
list 4 -o /nowhere/x => 错误：无法写入 /nowhere/x：文件或文件夹不存在¶
list 4 -o Cargo.toml => Cargo.toml：文件已存在，请换一个名字，或用 --force 替换
complete --why => 错误：缺少参数 <N>
complete 9999 --why => 应为 0 到 1000 的整数
complete --board Q1/2/3 => 错误：棋盘应写成一串字符，例如 Q3/2x1/4/1x2；实际为“Q1/2/3”¶
generate completion 9999 => 应为 0 到 1000 的整数
count 8 --queen 0,0 -m bitmask => 错误：bitmask 只能用于空棋盘
1 complete 4 --queen 0,0 => 没有符合这些条件的解
1 complete 4 --queen 0,0 --queen 1,1 => 无解：第 0 行第 0 列与第 1 行第 1 列的皇后在同一条主对角线上，互相攻击
1 complete 4 --queen 0,0 --why => 如果在第 1 行第 2 列放皇后，第 2 行就没有可用的格子，所以这一格不能放皇后。¶
0 occupancy 6 => 6 个皇后共 4 个解
0 random 1 --seed 7 => 0¶ & 种子 7，uniform：抽中每个解的概率相等
0 generate completion 4 => 种子 
0 puzzle hint ../../docs/examples/puzzle.txt => 区块排除：区域 C 的可用格子都在第 3 列之内；排除第 0 行第 3 列、
0 puzzle grade ../../docs/examples/puzzle.txt => 困难，共 16 步：已放皇后 4 步，唯一可用格 6 步，
0 puzzle solve ../../docs/examples/puzzle.txt => # 恰好有一个解¶
puzzle hint => 标准输入：应为 n 行，每行 n 格
puzzle hint < AABB\nACC\nDCCB\nDDDB\n => 每行的格数应等于行数，实际有 4 行，第 1 行有 3 格
puzzle {hint solve} < AABB\nACCB\nACCB\nAAAB\n => 4 行的棋盘应有 4 个区域，实际有 3 个
puzzle solve < hello\n => 应为 n 行，每行 n 格，共 n 个区域
ledger status /nowhere/x => 错误：/nowhere/x：文件不存在；
ledger status Cargo.toml => 不是 bezzel 的计数文件
work 13 --part 3/2 => 应为 3/100 这样的一部分
puzzle new 8 --grade x => 错误：“--grade <GRADE>”：没有“x”，可用的有：easy、medium
puzzle solve < AAAB\nACQB\nCCCB\nDDCC\n => 实际有 5 个；皇后要画在区域下面
";

/// Arguments of 20 kB, which an error shortens wherever it repeats them.
const LONG_ARGUMENTS: &str = r"
LONG => ¶error: there is no command 'SHORT'; `bezzel first SHORT` prints one solution, `bezzel list SHORT` all, `
{ledger puzzle} LONG => ¶error: there is no command 'SHORT'; `bezzel first SHORT` prints one solution
--lang=zh LONG => ¶错误：没有命令“SHORT”；`bezzel first SHORT` 输出一个解，`bezzel list SHORT` 列出全部解，`
judge LONG => ¶error: unexpected argument 'SHORT'; to run it, use `bezzel judge -- SHORT`¶
judge LONG 'a b' --LONG => use `bezzel judge -- SHORT 'a b' --
judge -- LONG => ¶error: cannot run SHORT:
{show complete} --board LONG => found 'SHORT'
check LONG => SHORT: File name too long
compare 8 -m bitmask,LONG => unknown method 'SHORT': expected brute-force,
count 8 --threads=LONG => invalid value 'SHORT' for '--threads
count LONG => invalid value 'SHORT' for '[N]...': expected
";

#[test]
fn what_is_not_accepted_is_refused_in_one_line() {
    for table in [NUMBERS, NAMES, CONTRADICTIONS, FILES] {
        check_all(table, "");
    }
}

#[test]
fn long_arguments_are_shortened() {
    let long = "9".repeat(20_000);
    let short = format!("{}…", &long[..60]);
    check_all(
        &LONG_ARGUMENTS
            .replace("LONG", &long)
            .replace("SHORT", &short),
        "",
    );
    let blanks = "it's ".repeat(4_000);
    for args in [
        &[&*blanks][..],
        &["judge", &blanks],
        &["judge", "--", &blanks],
    ] {
        let ran = run(args);
        ran.refuses("it's it's");
        assert!(ran.stderr.len() < 300, "{:.900}", ran.stderr);
    }
}

#[test]
fn faulty_boards_are_refused_in_one_line() {
    check_all(BOARDS, "");
    let squares = ".".repeat(100_000);
    for command in ["count", "list", "complete", "show"] {
        let args = &*format!("{command} 8 --board -");
        run_with_input(args, squares.as_bytes()).refuses("not understood");
    }
    let letters = "A".repeat(10_000);
    for command in ["solve", "grade", "hint", "show"] {
        run_with_input(&["puzzle", command], letters.as_bytes())
            .refuses("line 1: expected n rows of n squares");
    }
    let large = format!("0 {}", vec!["-"; 99_999].join(" "));
    for command in ["count", "list", "complete"] {
        let args = &*format!("{command} --board - --queen 0,0");
        run_with_input(args, large.as_bytes()).refuses("found 100000");
    }
    // Boards before other text are reported, and the text is named.
    let ran = run_with_input("check", b"1 3 0 2\n1 3 x 2\n");
    assert!(ran.stdout.starts_with("line 1: valid (n = 4)\n"));
    ran.says("the first is line 2: '1 3 x 2'");
    // A text must not write on the terminal.
    let ran = run_with_input("check", b"hello\x1b]0;title\x07 \xe2\x80\xae world\n");
    let is_hidden = |c: char| c.is_control() || c == '\u{202e}';
    assert!(!ran.stderr.trim_end().contains(is_hidden));
    ran.refuses("not understood");
}

#[test]
fn tips_name_what_exists() {
    check_all(TIPS, "");
    assert!(!run("solve 8").stderr.contains("serve"));
    for args in [
        "list 8 --nothing",
        "count 8 json",
        "completions --json",
        "8x",
        "",
    ] {
        let stderr = run(args).stderr;
        let is_tip = stderr.contains("use `") || stderr.contains("their number");
        assert!(!is_tip, "{args:?}: {stderr}");
    }
}

#[test]
fn sentences_are_chinese() {
    check_all(CHINESE, "--lang zh ");
}

/// A full disk, or the nearest thing that a test can have.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk() {
    use std::fs::File;
    for args in [
        "list 8",
        "first 8",
        "count 8",
        "compare 4 -m brute-force",
        "check -q",
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let boards = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(boards.path(), "1 3 0 2\n").unwrap();
        let output = crate::bezzel()
            .args(args.split(' '))
            .stdin(File::open(boards.path()).unwrap())
            .stdout(full)
            .output()
            .unwrap();
        let ran = crate::Ran::from(output);
        assert_eq!(ran.code, Some(2), "{args}: {}", ran.stderr);
        crate::contains(
            ran.stderr.lines().last().unwrap_or_default(),
            "No space left on device",
        );
    }
    check_all("list 8 -o /dev/full => cannot write & No space left", "");
}

/// A full stderr is no reason to fail, and still less to panic.
#[cfg(target_os = "linux")]
#[test]
fn a_full_stderr() {
    let code = |args: &str| {
        let full = std::fs::File::options().write(true).open("/dev/full");
        let mut command = crate::bezzel();
        command.args(args.split(' ')).stderr(full.unwrap());
        crate::Ran::from(command.output().unwrap()).code
    };
    assert_eq!(code("count 8"), Some(0));
    assert_eq!(code("count x"), Some(2));
    assert_eq!(code("check /no/such/file"), Some(2));
    assert_eq!(code("bench 8 --units 1"), Some(0));
}

#[test]
fn without_a_command_the_help_is_shown() {
    let ran = run(&[]);
    assert_eq!(ran.code, Some(2));
    ran.says("Usage: bezzel [OPTIONS] <COMMAND>");
}
