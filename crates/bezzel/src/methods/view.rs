//! All that a front end shows of a step, as plain data: the sentence, the call stack and, for methods
//! that draw them themselves, the data structures.

use super::frames::{Frame, Moment};
use super::run::Run;
use super::sentences;
use super::text::Text;
use super::{Method, Step};
use crate::Square;

/// A [`Step`], as front ends receive it.
///
/// ```
/// use bezzel::{NEVER, methods::{Method, counted_from}};
/// let run = Method::Bitmask.run(4)?;
/// let shown = run.shown(run.steps(2, 1, NEVER).steps.remove(0));
/// assert_eq!(counted_from(1, &shown.sentence.english), "Queen placed at row 1, column 1");
/// assert_eq!(shown.frames[1].locals[0].name, "row");
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ShownStep {
    /// The event, with its number in the run.
    #[serde(flatten)]
    pub step: Step,
    /// Sentence that describes the step.
    pub sentence: Text,
    /// Call stack, the outermost frame first.
    pub frames: Vec<Frame>,
}

impl Run {
    /// Returns a step of this run with what a front end shows of it.
    pub fn shown(&self, step: Step) -> ShownStep {
        let (method, n, allowed) = (self.method(), self.size(), self.allowed());
        ShownStep {
            sentence: self.sentence(&step),
            frames: method.frames(Moment {
                method,
                n,
                allowed,
                step: &step,
            }),
            step,
        }
    }

    /// Returns the sentence that describes a step of this run.
    pub fn sentence(&self, step: &Step) -> Text {
        let is_empty = self.allowed().is_none();
        sentences::sentence(self.method(), self.size(), is_empty, step)
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
