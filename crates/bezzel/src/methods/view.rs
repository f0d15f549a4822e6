//! All that a front end shows of a step, as plain data: the sentence, the call stack and, for methods
//! that draw them themselves, the data structures.

use super::frames::{Frame, Moment};
use super::run::Run;
use super::sentences;
use super::text::Text;
use super::{Method, Step};
use crate::Square;

/// The view of a [`Step`] in a front end, besides its queens and data.
///
/// ```
/// use bezzel::{NEVER, methods::{Method, counted_from}};
/// let run = Method::Bitmask.run(4)?;
/// let step = &run.steps(2, 1, NEVER).steps[0];
/// let view = run.view(step);
/// assert_eq!(counted_from(1, &view.sentence.english), "Queen placed at row 1, column 1");
/// assert_eq!(view.frames[1].locals[0].name, "row");
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct View {
    /// Sentence that describes the step.
    pub sentence: Text,
    /// Call stack, the outermost frame first.
    pub frames: Vec<Frame>,
}

/// A [`Step`] with its [`View`], as front ends receive it.
///
/// ```
/// use bezzel::{NEVER, methods::Method};
/// let run = Method::Bitmask.run(4)?;
/// let step = run.steps(0, 1, NEVER).steps.remove(0);
/// let shown = run.shown(step.clone());
/// assert_eq!(shown.view, run.view(&step));
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ShownStep {
    /// The event, with its number in the run.
    #[serde(flatten)]
    pub step: Step,
    /// Sentence and call stack at this step, in both languages.
    #[serde(flatten)]
    pub view: View,
}

impl Run {
    /// Returns a step of this run with what a front end shows of it.
    pub fn shown(&self, step: Step) -> ShownStep {
        let view = self.view(&step);
        ShownStep { step, view }
    }

    /// Returns what a front end shows of a step of this run.
    pub fn view(&self, step: &Step) -> View {
        let (method, n, allowed) = (self.method(), self.size(), self.allowed());
        View {
            sentence: sentences::sentence(method, n, allowed.is_none(), step),
            frames: method.frames(Moment {
                method,
                n,
                allowed,
                step,
            }),
        }
    }
}

impl Step {
    /// Returns the candidate that the slope test stores in its array before it is tested.
    pub(super) fn stored_candidate(&self, method: Method) -> Option<Square> {
        use super::Event;

        match self.event {
            Event::Try { square } | Event::Test { square, .. } | Event::Rejected { square, .. } => {
                Some(square).filter(|_| method == Method::SlopeTest)
            }
            _ => None,
        }
    }
}
