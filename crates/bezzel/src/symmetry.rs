//! Symmetries of the square board, canonical forms and orbits.
//!
//! A square board has eight symmetries: rotations by 0, 90, 180 and 270 degrees and four
//! reflections. The distinct images of a solution form its *orbit*. The lexicographically
//! smallest one, read as a list of columns, is its *canonical form*, and canonical solutions
//! are the *fundamental* ones (OEIS A002562).
//!
//! For n ≥ 2 no solution is unchanged by a reflection. Otherwise the image of each queen would
//! be a queen of the same solution. A queen off the axis and its image attack each other: they
//! share a row (vertical axis), a column (horizontal axis), an anti-diagonal (main diagonal as
//! axis, as (r, c) and (c, r) do) or a diagonal. And if all queens were on the axis, they would
//! share that line. So an orbit has 8 members, 4 with half-turn symmetry, or 2 with
//! quarter-turn symmetry.

use crate::{Error, Placement, Square};

/// One of the eight symmetries of the square.
///
/// ```
/// use bezzel::{Placement, Symmetry};
/// let board = Placement::from_columns([0, 2, 4, 1, 3])?;
/// let image = board.image(Symmetry::MirrorColumns)?;
/// assert_eq!(image, Placement::from_columns([4, 2, 0, 3, 1])?);
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Symmetry {
    /// Identity, which leaves every square in its place.
    Identity,
    /// Rotation by 90° clockwise.
    Rotate90,
    /// Rotation by 180°.
    Rotate180,
    /// Rotation by 90° anticlockwise.
    Rotate270,
    /// Reflection that exchanges left and right.
    MirrorColumns,
    /// Reflection that exchanges top and bottom.
    MirrorRows,
    /// Reflection in the main diagonal, which exchanges rows and columns.
    Transpose,
    /// Reflection in the main anti-diagonal.
    AntiTranspose,
}

impl Symmetry {
    /// All eight symmetries, the identity first.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::Rotate90,
        Symmetry::Rotate180,
        Symmetry::Rotate270,
        Symmetry::MirrorColumns,
        Symmetry::MirrorRows,
        Symmetry::Transpose,
        Symmetry::AntiTranspose,
    ];

    /// Returns the image of a square of an n×n board. The square must be on the board.
    ///
    /// ```
    /// use bezzel::{Square, Symmetry};
    /// assert_eq!(Symmetry::Rotate90.apply(Square::new(0, 1), 8), Square::new(1, 7));
    /// ```
    pub fn apply(self, square: Square, n: u32) -> Square {
        let Square { row, column } = square;
        debug_assert!(row < n && column < n);
        let (last_row, last_column) = (n - 1 - row, n - 1 - column);
        match self {
            Symmetry::Identity => Square::new(row, column),
            Symmetry::Rotate90 => Square::new(column, last_row),
            Symmetry::Rotate180 => Square::new(last_row, last_column),
            Symmetry::Rotate270 => Square::new(last_column, row),
            Symmetry::MirrorColumns => Square::new(row, last_column),
            Symmetry::MirrorRows => Square::new(last_row, column),
            Symmetry::Transpose => Square::new(column, row),
            Symmetry::AntiTranspose => Square::new(last_column, last_row),
        }
    }

    /// Returns `true` if rows become columns. Such images exist only if no two queens share a
    /// column.
    pub fn exchanges_axes(self) -> bool {
        matches!(
            self,
            Symmetry::Rotate90
                | Symmetry::Rotate270
                | Symmetry::Transpose
                | Symmetry::AntiTranspose
        )
    }

    /// Writes the image of a full placement, whose columns are all different, into `image`.
    pub fn apply_to_columns(self, columns: &[u32], image: &mut Vec<u32>) {
        let n = columns.len() as u32;
        image.clear();
        image.resize(columns.len(), 0);
        for (row, &column) in columns.iter().enumerate() {
            let square = self.apply(Square::new(row as u32, column), n);
            image[square.row as usize] = square.column;
        }
    }
}

/// Set of rotations that leave a solution unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum SymmetryClass {
    /// No symmetry: for n ≥ 2 the orbit has 8 members.
    None,
    /// Half-turn symmetry only: 4 members (OEIS A032522 counts these and the next).
    HalfTurn,
    /// Quarter-turn symmetry: 2 members (OEIS A033148); also the solutions of n = 0 and n = 1.
    QuarterTurn,
}

crate::names! {
    /// All classes, from no symmetry to most.
    SymmetryClass, "symmetry":
    None = "none",
    HalfTurn = "half-turn",
    QuarterTurn = "quarter-turn",
}

/// Returns `true` if a solution, given by its columns, is the smallest of its eight images.
///
/// Computes only as many rows of each image as the comparison needs. O(n).
///
/// ```
/// assert!(bezzel::is_canonical(&[0, 4, 7, 5, 2, 6, 1, 3]));
/// assert!(!bezzel::is_canonical(&[3, 1, 6, 2, 5, 7, 4, 0]));
/// ```
pub fn is_canonical(columns: &[u32]) -> bool {
    let last = columns.len().saturating_sub(1);
    let mut rows = vec![0; columns.len()];
    for (row, &column) in columns.iter().enumerate() {
        rows[column as usize] = row as u32;
    }
    // An image lists the columns of the rows, or the rows of the columns, from either end
    // and either side.
    [columns, &rows].into_iter().all(|lines| {
        let image = |from_end: bool, mirrored: bool| {
            (0..=last).map(move |at| {
                let value = lines[if from_end { last - at } else { at }];
                if mirrored { last as u32 - value } else { value }
            })
        };
        columns.is_empty()
            || [(false, false), (false, true), (true, false), (true, true)]
                .into_iter()
                .all(|(from_end, mirrored)| columns.iter().copied().le(image(from_end, mirrored)))
    })
}

impl Placement {
    /// Returns the image under `symmetry`.
    ///
    /// Fails with [`Error::SharedColumn`] if rows become columns and two queens share one.
    pub fn image(&self, symmetry: Symmetry) -> Result<Placement, Error> {
        let n = self.size();
        let mut image = Placement::empty(n)?;
        for queen in self.queens() {
            let moved = symmetry.apply(queen, n);
            if image.place(moved)?.is_some() {
                let first = self.queens().find(|q| q.column == queen.column);
                return Err(Error::SharedColumn {
                    first: first.map_or(0, |q| q.row),
                    second: queen.row,
                    column: queen.column,
                });
            }
        }
        Ok(image)
    }

    /// Returns the eight images in the order of [`Symmetry::ALL`], some equal if the placement is
    /// symmetric.
    ///
    /// Fails with [`Error::SharedColumn`] if two queens share a column.
    pub fn images(&self) -> Result<[Placement; 8], Error> {
        let mut images = Vec::with_capacity(8);
        for symmetry in Symmetry::ALL {
            images.push(self.image(symmetry)?);
        }
        Ok(images.try_into().expect("one image per symmetry"))
    }

    /// Returns the 8, 4, 2 or 1 distinct images in increasing order. A placement that is not a
    /// solution may also be unchanged by a reflection, so this number does not determine its
    /// class.
    ///
    /// Fails with [`Error::SharedColumn`] if two queens share a column.
    ///
    /// ```
    /// use bezzel::Placement;
    /// let solution = Placement::from_columns([1, 3, 0, 2])?;
    /// assert_eq!(solution.orbit()?.len(), 2);
    /// # Ok::<(), bezzel::Error>(())
    /// ```
    pub fn orbit(&self) -> Result<Vec<Placement>, Error> {
        let mut images = Vec::from(self.images()?);
        images.sort();
        images.dedup();
        Ok(images)
    }

    /// Returns the number of distinct images.
    ///
    /// Fails with [`Error::SharedColumn`] if two queens share a column.
    pub fn orbit_size(&self) -> Result<u32, Error> {
        let fixed = self.images()?.iter().filter(|image| *image == self).count();
        Ok(8 / fixed as u32)
    }

    /// Returns the smallest of the eight images; an empty row sorts before any column.
    ///
    /// Fails with [`Error::SharedColumn`] if two queens share a column.
    pub fn canonical(&self) -> Result<Placement, Error> {
        Ok(self.images()?.into_iter().min().expect("eight images"))
    }

    /// Returns the rotations that leave this placement unchanged. If two queens share a column,
    /// the placement has no quarter-turn image, so its class is at most `HalfTurn`.
    pub fn symmetry_class(&self) -> SymmetryClass {
        let same = |symmetry: Symmetry| {
            let n = self.size();
            self.queens().all(|queen| {
                let moved = symmetry.apply(queen, n);
                self.queen(moved.row) == Some(moved.column)
            })
        };
        if same(Symmetry::Rotate90) {
            SymmetryClass::QuarterTurn
        } else if same(Symmetry::Rotate180) {
            SymmetryClass::HalfTurn
        } else {
            SymmetryClass::None
        }
    }
}
