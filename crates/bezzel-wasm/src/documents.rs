//! Documents from which files of the page are made.

use bezzel::methods::{Method, StepKind};
use bezzel_judge::MAX_JUDGED_N;
use bezzel_puzzle::MIN_GENERATED_SIZE;
use serde_json::Value;
use utoipa::OpenApi;

use crate::limits;

/// Returns `methods.ts`, which tells the page what methods, kinds of step and limits there are.
pub fn methods() -> String {
    let view = |method: Method| {
        let mut view = serde_json::json!(method.about());
        view["file"] = method.source().name.into();
        view["accepts_constraints"] = method.accepts_constraints().into();
        format!("  {view}")
    };
    let kind = |kind: StepKind| format!("  {:?}: {}", kind.name(), serde_json::json!(kind.title()));
    let methods = Method::ALL.map(view).join(",\n");
    let kinds: Vec<String> = StepKind::all().into_iter().map(kind).collect();
    let kinds = kinds.join(",\n");
    let limits = serde_json::json!({
        "board": limits::MAX_BOARD_N, "steps": limits::MAX_STEPS_N, "step": limits::MAX_STEP,
        "gallery": limits::MAX_GALLERY_N, "drawn": limits::MAX_DRAWN_N, "judged": MAX_JUDGED_N,
        "puzzle": [MIN_GENERATED_SIZE, limits::MAX_PUZZLE_N],
    });
    format!(
        "// Methods, kinds of step and limits, which `npm run methods` takes from the library.\n\n\
         export const METHODS = [\n{methods}\n] as const;\n\n\
         export const KINDS: {{ [kind: string]: {{ english: string; chinese: string }} }} = {{\n{kinds}\n}};\n\n\
         /** Largest n of the Board tab, of the steps of methods and of others; the last step; sizes of puzzles. */\n\
         export const LIMITS = {limits} as const;\n"
    )
}

#[derive(OpenApi)]
#[openapi(components(schemas(
    crate::answer::Request,
    crate::runs::Page,
    crate::runs::Found,
    crate::runs::Length,
    crate::tree::DecisionTree,
    bezzel::methods::Listing,
    crate::race::Measurement,
    crate::completions::Completion,
    crate::boards::Orbit,
    crate::boards::Gallery,
    crate::read::ReadContents,
    crate::puzzles::Made,
    crate::puzzles::NextStep,
    crate::judge::Judged,
    crate::judge::Moves,
    crate::count::CountPlan,
    crate::count::CountedUnit,
    crate::count::CountTotal,
    crate::count::RandomCompletions,
    crate::problem::Problem,
)))]
struct Types;

/// Returns the types of requests and answers as an OpenAPI document without addresses.
pub fn types() -> String {
    let document = serde_json::to_value(Types::openapi());
    let mut document = document.expect("the document is plain data");
    remove_examples(&mut document);
    serde_json::to_string_pretty(&document).expect("the document is plain data")
}

/// Removes the Rust examples that descriptions have from documentation comments.
fn remove_examples(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::String(text)) = fields.get_mut("description")
                && let Some((description, _)) = text.split_once("\n\n```")
            {
                *text = description.to_owned();
            }
            fields.values_mut().for_each(remove_examples);
        }
        Value::Array(values) => values.iter_mut().for_each(remove_examples),
        _ => {}
    }
}
