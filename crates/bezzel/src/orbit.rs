//! Images and orbits of placements.

use crate::{Error, Placement, Symmetry, SymmetryClass};

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
