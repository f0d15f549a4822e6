//! Boards: completions, images, exports, galleries.

use serde_json::{Value, json};

use crate::{app, get, post};

fn board(n: u32, queens: &[(u32, u32)]) -> String {
    let queens: Vec<_> = queens
        .iter()
        .map(|&(row, column)| json!({"row": row, "column": column}))
        .collect();
    json!({"n": n, "queens": queens}).to_string()
}

const THREE: &[(u32, u32)] = &[(0, 0), (1, 4), (2, 7)];

#[tokio::test]
async fn boards_are_completed_or_not() {
    let app = app();
    let complete = async |body: String| post(&app, "/api/board/complete", body).await.good();
    let one = complete(board(8, THREE)).await;
    assert_eq!(one["first"], json!([0, 4, 7, 5, 2, 6, 1, 3]));
    assert_eq!(
        (&one["count"], &one["certain"]),
        (&json!("1"), &json!(true))
    );
    assert!(one["hint"]["row"].as_u64().unwrap() >= 3);
    let all = complete(board(8, &[])).await;
    assert_eq!(all["count"], "92");
    let none = complete(board(4, &[(0, 0)])).await;
    assert_eq!(
        (&none["first"], &none["count"]),
        (&Value::Null, &json!("0"))
    );
    let clash = complete(board(8, &[(0, 0), (5, 5), (0, 3)])).await;
    assert_eq!(clash["conflicts"].as_array().unwrap().len(), 2);
    assert_eq!(clash["conflicts"][0]["line"], "row");
    let large = complete(board(32, &[])).await;
    assert_eq!(large["certain"], false);
    assert_eq!(large["first"].as_array().unwrap().len(), 32);
    let full: Vec<_> = (0..1024).map(|k| (k / 32, k % 32)).collect();
    let full = complete(board(32, &full)).await;
    assert!(full["conflicts"].as_array().unwrap().len() <= 4 * 1024);
}

#[tokio::test]
async fn boards_have_eight_images() {
    let app = app();
    let symmetric = [
        (0, 2),
        (1, 4),
        (2, 1),
        (3, 7),
        (4, 0),
        (5, 6),
        (6, 3),
        (7, 5),
    ];
    let orbit = post(&app, "/api/board/orbit", board(8, &symmetric))
        .await
        .good();
    assert_eq!(
        (&orbit["size"], &orbit["symmetry"]),
        (&json!(4), &json!("half-turn"))
    );
    assert_eq!(orbit["images"].as_array().unwrap().len(), 8);
    let column = post(&app, "/api/board/orbit", board(8, &[(0, 0), (1, 0)])).await;
    column.problem(409, "in column 0");
}

#[tokio::test]
async fn boards_are_exported() {
    let app = app();
    let export = async |notation: &str, queens: &[(u32, u32)]| {
        post(
            &app,
            &format!("/api/board/export?notation={notation}"),
            board(4, queens),
        )
        .await
    };
    let four = [(0, 1), (1, 3), (2, 0), (3, 2)];
    assert_eq!(export("positions", &four).await.text, "1 3 0 2\n");
    assert_eq!(export("positions", &four[..1]).await.text, "1 - - -\n");
    let leetcode = export("leetcode", &four).await;
    assert_eq!(leetcode.json(), json!([[".Q..", "...Q", "Q...", "..Q."]]));
    let svg = export("svg", &four).await;
    assert_eq!(svg.headers["content-type"], "image/svg+xml");
    assert!(
        svg.text.starts_with("<svg") || svg.text.starts_with("<?xml"),
        "{}",
        svg.text
    );
    export("svg", &[(0, 0), (0, 1)])
        .await
        .problem(409, "found two in row 0");
    export("pdf", &four)
        .await
        .problem(400, "unknown variant `pdf`");
}

#[tokio::test]
async fn galleries_have_all_solutions_once() {
    let app = app();
    for (filter, total) in [("all", 92), ("fundamental", 12), ("symmetric", 4)] {
        let mut boards = Vec::new();
        loop {
            let from = boards.len();
            let path = format!("/api/solutions?n=8&filter={filter}&from={from}&len=7");
            let page = get(&app, &path).await.good();
            assert_eq!(page["total"], total);
            let page = page["boards"].as_array().unwrap().clone();
            if page.is_empty() {
                break;
            }
            boards.extend(page);
        }
        boards.dedup();
        assert_eq!(boards.len(), total, "{filter}");
        assert!(filter != "symmetric" || boards.iter().all(|board| board["symmetry"] != "none"));
    }
}

#[tokio::test]
async fn bad_boards_are_rejected() {
    let app = app();
    for (body, status, words) in [
        (board(8, &[(8, 0)]), 422, "found square 0 in row 8 column 0"),
        (
            board(8, &[(1, 1), (1, 1)]),
            422,
            "found two in row 1 column 1",
        ),
        (board(0, &[]), 422, "from 1 to 32"),
        (board(33, &[]), 422, "from 1 to 32"),
        ("{}".into(), 422, "missing field `n`"),
        (r#"{"n": -1, "queens": []}"#.into(), 422, "n: "),
        (r#"{"n": 8, "queens": 3}"#.into(), 422, "queens: "),
        (
            r#"{"n": 8, "queens": [], "x": 1}"#.into(),
            422,
            "unknown field `x`",
        ),
        ("{".into(), 400, "EOF"),
        (String::new(), 400, "EOF"),
        ("[".repeat(10_000), 422, "invalid type"),
        (" ".repeat(70_000), 413, "length limit exceeded"),
    ] {
        for path in ["complete", "orbit", "export?notation=svg"] {
            let answer = post(&app, &format!("/api/board/{path}"), body.clone()).await;
            answer.problem(status, words);
        }
    }
    for (query, status, words) in [
        ("n=15", 422, "from 1 to 14"),
        ("n=8&len=1001", 422, "from 1 to 1000"),
        ("n=8&filter=some", 400, "filter: unknown variant `some`"),
        ("n=8&from=-1", 400, "from: "),
    ] {
        get(&app, &format!("/api/solutions?{query}"))
            .await
            .problem(status, words);
    }
}
