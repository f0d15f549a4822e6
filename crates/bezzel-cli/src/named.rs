//! Values selected by name: one-line errors from the libraries, names for completions.

use std::ffi::OsStr;
use std::str::FromStr;

use bezzel::UnknownName;
use bezzel::methods::Method;
use bezzel::notation::Notation;
use bezzel_gpu::BackendSet;
use bezzel_puzzle::Grade;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};

use crate::failure::in_words;
use crate::language::is_chinese;

/// Error of the library that defines the names.
type ParseError = Box<dyn std::error::Error + Send + Sync>;

#[derive(Clone)]
pub(crate) struct Named<T: 'static> {
    names: Vec<&'static str>,
    parse: fn(&str) -> Result<T, ParseError>,
}

impl<T: FromStr<Err: Into<ParseError>>> Named<T> {
    fn of(names: impl IntoIterator<Item = &'static str>) -> Self {
        Self {
            names: names.into_iter().collect(),
            parse: |name| name.parse().map_err(Into::into),
        }
    }
}

/// Returns the parser of methods.
pub(crate) fn method() -> Named<Method> {
    Named::of(Method::ALL.map(Method::name))
}

/// Returns the parser of methods for commands that count, which refuse the other methods.
pub(crate) fn counting_method() -> Named<Method> {
    let counting = Method::ALL.into_iter().filter(|method| method.counts());
    Named::of(counting.map(Method::name))
}

/// Returns the parser of notations.
pub(crate) fn notation() -> Named<Notation> {
    Named::of(Notation::ALL.map(Notation::name))
}

/// Returns the parser of backends. The library says in English only which sets there are.
pub(crate) fn backends() -> Named<BackendSet> {
    Named {
        names: BackendSet::names().collect(),
        parse: |found| match found.parse() {
            Ok(backends) => Ok(backends),
            Err(error) if !is_chinese() => Err(error.into()),
            Err(_) => {
                let accepted = BackendSet::names().collect::<Vec<_>>().join("、");
                let nearest = UnknownName::nearest(found, BackendSet::names());
                let nearest = nearest.filter(|_| !found.contains(','));
                let hint = nearest.map(|name| format!("（是不是“{name}”？）"));
                let hint = hint.unwrap_or_default();
                Err(format!(
                    "没有“{found}”{hint}，可用的有：{accepted}，以及 cuda:0 等单块 GPU；\
                     多个后端用逗号分隔，每个设备只写一次，CPU 后端至多一个"
                )
                .into())
            }
        },
    }
}

/// Returns the parser of grades.
pub(crate) fn grade() -> Named<Grade> {
    Named::of(Grade::ALL.map(Grade::name))
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Named<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        let parse = self.parse;
        let in_words = move |name: &str| parse(name).map_err(|error| in_words(&*error));
        in_words.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().map(PossibleValue::new)))
    }
}
