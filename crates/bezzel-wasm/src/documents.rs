//! Documents of which files of the page are made.

use bezzel::methods::{Method, MethodInfo, StepKind};
use serde::Serialize;
use serde_json::Value;
use utoipa::OpenApi;

/// A method and its source file.
#[derive(Serialize)]
struct MethodView {
    #[serde(flatten)]
    about: &'static MethodInfo,
    /// Folder and name of the source file.
    file: &'static str,
    /// True if the method searches boards with constraints.
    accepts_constraints: bool,
}

/// Returns `methods.ts`, which tells the page what methods and kinds of step there are.
pub fn methods() -> String {
    let view = |method: Method| {
        let view = serde_json::json!(MethodView {
            about: method.about(),
            file: method.source().name,
            accepts_constraints: method.accepts_constraints(),
        });
        format!("  {view}")
    };
    let kind = |kind: StepKind| format!("  {:?}: {}", kind.name(), serde_json::json!(kind.title()));
    let methods = Method::ALL.map(view).join(",\n");
    let kinds: Vec<String> = StepKind::all().into_iter().map(kind).collect();
    let kinds = kinds.join(",\n");
    format!(
        "// Methods and kinds of step, written by `npm run methods` from the texts of the library.\n\n\
         export const METHODS = [\n{methods}\n] as const;\n\n\
         export const KINDS: {{ [kind: string]: {{ english: string; chinese: string }} }} = {{\n{kinds}\n}};\n"
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
    crate::count::CountProgress,
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
