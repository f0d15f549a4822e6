//! No two modules of a crate depend on each other in a circle.
//!
//! A module depends on another one if it names it in `use`, or in a path that begins with `crate`, `super` or
//! `self`. Names that a module exports from another one are followed to where they are defined. Only
//! modules beside each other are compared: a module and those inside it belong together. Unit tests are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, ItemUse, Meta, Token, UseTree, Visibility};

type Name = Vec<String>;

/// The modules of a crate, each with the paths that it names and those that it exports.
#[derive(Default)]
struct Modules {
    named: BTreeMap<Name, BTreeSet<Name>>,
    exported: BTreeMap<Name, BTreeMap<String, Name>>,
}

/// Collects the paths of one file.
struct Collector<'a> {
    modules: &'a mut Modules,
    module: Name,
}

/// Returns whether something is compiled for unit tests only: `cfg(test)` or `cfg(all(test, …))`.
fn is_test(attributes: &[Attribute]) -> bool {
    let is_test = |condition: &Meta| match condition {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) if list.path.is_ident("all") => {
            let all = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
            all.unwrap().iter().any(|one| one.path().is_ident("test"))
        }
        _ => false,
    };
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg") && is_test(&attribute.parse_args().unwrap())
    })
}

/// Returns the paths of a `use`, each without its new name.
fn paths(tree: &UseTree, before: &Name) -> Vec<(Name, String)> {
    let with = |name: &syn::Ident| {
        let mut path = before.clone();
        path.push(name.to_string());
        path
    };
    match tree {
        UseTree::Path(path) => paths(&path.tree, &with(&path.ident)),
        UseTree::Name(name) => vec![(with(&name.ident), name.ident.to_string())],
        UseTree::Rename(name) => vec![(with(&name.ident), name.rename.to_string())],
        UseTree::Glob(_) => vec![(before.clone(), "*".to_owned())],
        UseTree::Group(group) => (group.items.iter())
            .flat_map(|tree| paths(tree, before))
            .collect(),
    }
}

impl Collector<'_> {
    fn add(&mut self, path: Name) {
        let named = self.modules.named.entry(self.module.clone()).or_default();
        named.insert(path);
    }
}

impl<'ast> Visit<'ast> for Collector<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Mod(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            _ => &Vec::new(),
        };
        if !is_test(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        for (path, name) in paths(&item.tree, &Name::new()) {
            if !matches!(item.vis, Visibility::Inherited) {
                let exported = &mut self.modules.exported;
                let exported = exported.entry(self.module.clone()).or_default();
                exported.insert(name, path.clone());
            }
            self.add(path);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Name = path
            .segments
            .iter()
            .map(|one| one.ident.to_string())
            .collect();
        if ["crate", "super", "self"].contains(&names[0].as_str()) {
            self.add(names);
        }
        visit::visit_path(self, path);
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if item.content.is_some() {
            self.module.push(item.ident.to_string());
            self.modules.named.entry(self.module.clone()).or_default();
            visit::visit_item_mod(self, item);
            self.module.pop();
        }
    }
}

impl Modules {
    /// Reads the modules of a crate that begins with this file.
    fn read(root: &Path) -> Self {
        let mut modules = Self::default();
        let folder = root.parent().unwrap();
        modules.read_file(root, folder, Name::new());
        modules
    }

    fn read_file(&mut self, path: &Path, folder: &Path, module: Name) {
        let text = fs::read_to_string(path).unwrap();
        let file =
            syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        self.named.entry(module.clone()).or_default();
        let mut collector = Collector {
            modules: self,
            module: module.clone(),
        };
        collector.visit_file(&file);
        for item in &file.items {
            let Item::Mod(item) = item else { continue };
            if item.content.is_some() || is_test(&item.attrs) {
                continue;
            }
            let name = item.ident.to_string();
            let inside = folder.join(&name);
            let files = [folder.join(format!("{name}.rs")), inside.join("mod.rs")];
            let file = files.into_iter().find(|file| file.exists());
            let file = file
                .unwrap_or_else(|| panic!("no file of the module {name} in {}", folder.display()));
            let mut module = module.clone();
            module.push(name);
            self.read_file(&file, &inside, module);
        }
    }

    /// Returns a path from the root of the crate, or `None` for paths of other crates.
    fn absolute(&self, module: &Name, path: &Name) -> Option<Name> {
        let ups = path.iter().take_while(|name| *name == "super").count();
        let (start, rest) = match path[0].as_str() {
            "crate" => (Name::new(), &path[1..]),
            "self" => (module.clone(), &path[1..]),
            "super" => (
                module[..module.len().checked_sub(ups)?].to_vec(),
                &path[ups..],
            ),
            name => {
                let mut inside = module.clone();
                inside.push(name.to_owned());
                self.named.contains_key(&inside).then_some(())?;
                (module.clone(), &path[..])
            }
        };
        Some(start.into_iter().chain(rest.iter().cloned()).collect())
    }

    /// Returns the module that defines what a path from the root names.
    fn home(&self, path: &Name) -> Name {
        let mut path = path.clone();
        // Exports that lead to each other end too.
        for _ in 0..10 {
            let depth = (0..=path.len()).rev();
            let module = depth.map(|depth| path[..depth].to_vec());
            let module = module
                .into_iter()
                .find(|name| self.named.contains_key(name));
            let module = module.unwrap_or_default();
            let next = path.get(module.len());
            let exported = next.and_then(|name| self.exported.get(&module)?.get(name));
            let Some(target) = exported.and_then(|to| self.absolute(&module, to)) else {
                return module;
            };
            let rest = path[module.len() + 1..].to_vec();
            path = target.into_iter().chain(rest).collect();
        }
        path
    }

    /// Returns, for each parent, which of its modules depend on which others.
    fn dependencies(&self) -> BTreeMap<Name, BTreeMap<String, BTreeSet<String>>> {
        let mut all = BTreeMap::<Name, BTreeMap<String, BTreeSet<String>>>::new();
        for (module, paths) in &self.named {
            for path in paths.iter().filter_map(|path| self.absolute(module, path)) {
                let home = self.home(&path);
                let same = module.iter().zip(&home).take_while(|(a, b)| a == b).count();
                if let (Some(from), Some(to)) = (module.get(same), home.get(same)) {
                    let beside = all.entry(module[..same].to_vec()).or_default();
                    beside.entry(from.clone()).or_default().insert(to.clone());
                }
            }
        }
        all
    }

    /// Returns the circles: modules that depend on themselves through others.
    fn circles(&self) -> Vec<String> {
        let mut found = Vec::new();
        for (parent, modules) in self.dependencies() {
            for start in modules.keys() {
                let mut seen = BTreeSet::new();
                let mut open = vec![start];
                while let Some(module) = open.pop() {
                    for next in modules.get(module).into_iter().flatten() {
                        if seen.insert(next) {
                            open.push(next);
                        }
                    }
                }
                if seen.contains(start) {
                    found.push(format!("{}::{start}", parent.join("::")));
                }
            }
        }
        found
    }
}

fn crates() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let crates = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let crates = crates.filter(|folder| folder.join("src/lib.rs").exists());
    crates.collect()
}

#[test]
fn no_modules_depend_on_each_other_in_a_circle() {
    let crates = crates();
    assert!(crates.len() > 8, "{crates:?}");
    for folder in crates {
        let modules = Modules::read(&folder.join("src/lib.rs"));
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        let circles = modules.circles();
        assert!(circles.is_empty(), "circles in {name}: {circles:?}");
    }
}

/// The test finds a circle through an export of the root and through `super`.
#[test]
fn circles_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("lib.rs", "mod a; mod b; mod c; pub use a::A;");
    write("a.rs", "pub struct A; fn one() { crate::b::two(); }");
    write("b.rs", "use crate::c::three; pub fn two() { three() }");
    write(
        "c.rs",
        "mod inside; pub fn three() {} #[cfg(test)] mod tests { use crate::A; } #[cfg(all(test, unix))] mod more { use crate::A; }",
    );
    write("c/inside.rs", "use super::three;");
    let read = || Modules::read(&folder.path().join("lib.rs")).circles();
    assert_eq!(read(), Vec::<String>::new());
    write("c/inside.rs", "use super::super::A as Other;");
    assert_eq!(read(), ["::a", "::b", "::c"]);
    write("c/inside.rs", "mod x; mod y;");
    write("c/inside/x.rs", "use super::y;");
    write(
        "c/inside/y.rs",
        "pub struct Y; impl Y { fn x(&self, _: super::x::X) {} }",
    );
    assert_eq!(read(), ["c::inside::x", "c::inside::y"]);
}
