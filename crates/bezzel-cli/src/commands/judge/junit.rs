//! The results as JUnit XML: a test suite for each program, a test case for each n.

use std::time::Duration;

use bezzel_judge::{Finding, Verdict};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::report::{Judged, sentence};

/// Writes the results of all programs.
pub(super) fn document(programs: &[Judged]) -> anyhow::Result<String> {
    let mut report = Report::new("bezzel judge");
    for program in programs {
        let mut suite = TestSuite::new(&*program.name);
        match &program.series {
            Ok(series) => {
                for (verdict, measured) in series.judgement.verdicts.iter().zip(&series.measured) {
                    let mut case =
                        TestCase::new(format!("n = {}", verdict.n), status(program, verdict));
                    case.set_classname(&*program.name);
                    case.set_time(Duration::from_secs_f64(measured.seconds));
                    suite.add_test_case(case);
                }
            }
            Err(error) => {
                let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
                status.set_message(&**error);
                let mut case = TestCase::new("start", status);
                case.set_classname(&*program.name);
                suite.add_test_case(case);
            }
        }
        report.add_test_suite(suite);
    }
    Ok(report.to_string()? + "\n")
}

fn status(program: &Judged, verdict: &Verdict) -> TestCaseStatus {
    let Some(first) = verdict.findings.first() else {
        return TestCaseStatus::success();
    };
    let kind = match first {
        Finding::Ending { .. } => NonSuccessKind::Error,
        _ => NonSuccessKind::Failure,
    };
    let mut status = TestCaseStatus::non_success(kind);
    let base = program.base();
    status.set_message(sentence(base, &first.text()));
    let all = verdict
        .findings
        .iter()
        .map(|finding| sentence(base, &finding.text()));
    let causes = program
        .causes()
        .iter()
        .map(|cause| format!("likely cause: {}", cause.text().english));
    status.set_description(all.chain(causes).collect::<Vec<_>>().join("\n"));
    status
}
