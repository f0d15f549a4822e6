//! Lines that are more than numbers: edges of frames, rows of drawings, squares, sentences, and what is behind labels.

use super::*;

impl Recogniser {
    /// Reads a line that is more than numbers.
    pub(super) fn line_of_text(&mut self, line: u64, text: &str, out: &mut Vec<Item>) {
        self.many_singles = false;
        if text.contains(['"', '\'']) && self.hints.expect != Expect::Puzzles {
            let bare = text.replace(['"', '\''], " ");
            let mut numbers = Numbers::default();
            if plain_numbers(bare.as_bytes(), &mut numbers) && numbers.len() > 1 {
                return self.numbers_row(line, &numbers, bare.as_bytes(), out);
            }
        }
        if self.hints.is_move.is_some_and(|is_move| is_move(text)) {
            self.flush(out);
            self.release(out);
            let text = shortened(text);
            return out.push(Item::Move { line, text });
        }
        if self.hints.expect == Expect::Puzzles
            && walls::is_part(text)
            && self.walls.len() < MAX_WALLS
        {
            if self.walls.is_empty() {
                self.walls_line = line;
            }
            return self.walls.push(text.to_owned());
        }
        self.flush_walls(out);
        if self.rule(text, out) {
            return;
        }
        if let Some(framed) = framed(text, self.edge) {
            let row = Row {
                line,
                cells: framed.clone(),
                framed: Some(framed),
                group: 0,
                text: shortened(text),
            };
            let found = self.block.push(row, false, &self.hints);
            return self.found(found, out);
        }
        if let Some(literals) = text.strip_prefix("v ")
            && let Some(literals) = literals
                .split_whitespace()
                .map(|word| word.parse().ok())
                .collect::<Option<Vec<i64>>>()
        {
            let literals: Vec<i64> = literals
                .into_iter()
                .filter(|&literal| literal != 0)
                .collect();
            if let Some((n, squares)) = words::model(&literals) {
                self.flush(out);
                return self.squares(line, n, squares, Family::Pairs, out);
            }
        }
        self.words(line, text, out);
    }

    /// Reads the edge of a frame, or a line between boards.
    pub(super) fn rule(&mut self, text: &str, out: &mut Vec<Item>) -> bool {
        let solid = text.trim();
        let letters = solid.chars().count();
        let first = solid.chars().next().unwrap_or(' ');
        let is_run =
            letters > 2 && solid.chars().all(|letter| letter == first) && "*#+=-_~".contains(first);
        let is_row = is_run && self.block.continues(&solid.chars().collect::<Vec<_>>());
        if is_row || !(is_run || is_rule(text)) {
            return false;
        }
        let cells: Vec<char> = solid.chars().collect();
        if is_run
            && self.hints.expect == Expect::Constraints
            && self.block.may_begin(&cells, &self.hints)
            && "-_*#".contains(first)
        {
            // An empty row of a board that is not complete, unless a frame begins here.
            if self.block.is_empty() && !"*#".contains(first) || !self.block.is_empty() {
                return false;
            }
        }
        let ends_frame = self.edge.is_some() && !self.block.is_empty() && self.block.is_framed();
        if ends_frame || !text.contains(['+', '┼', '├', '|', '│', '─', '-', '╟', '╠']) {
            self.flush(out);
        }
        self.edge = Some((first, letters));
        true
    }

    /// Reads a line in words, or the rest of one with a list.
    pub(super) fn words(&mut self, line: u64, text: &str, out: &mut Vec<Item>) {
        let kinds = self.hints.expect == Expect::Puzzles;
        if kinds && is_comment(text) {
            return self.flush(out);
        }
        let behind = words::unlabelled(text).map(|(_, rest)| rest);
        if std::iter::once(text)
            .chain(behind)
            .any(|text| self.named_board(line, text, out))
        {
            return;
        }
        if let Some((cells, group)) = cells(text, &mut self.block.names, kinds)
            && self.is_row(&cells, group)
            && !words::is_counter(text.trim())
        {
            return self.row(line, cells, group, text, false, out);
        }
        let all = Numbered::of(text);
        if let Some(columns) = all.columns(self.hints.n.map(|n| n as usize), self.columns.last_size)
        {
            let mut numbers = Numbers::default();
            columns
                .iter()
                .for_each(|&column| numbers.push(Some(column)));
            return self.columns_row(line, &numbers, out);
        }
        if let Some(pairs) = all.pairs() {
            self.flush(out);
            return self.pairs_board(line, pairs, out);
        }
        if let [first, second] = all.numbers[..]
            && !words::is_about_totals(&all.texts[1].to_lowercase())
            && !words::is_about_totals(all.texts[0])
            && let (Ok(first), Ok(second)) = (i64::try_from(first), i64::try_from(second))
        {
            return self.step(line, &all.skeleton(), (first, second), text, out);
        }
        if self.after_label(line, text, out) {
            return;
        }
        self.other(line, text, out);
    }

    /// Reads a board in FEN or as names of squares.
    pub(super) fn named_board(&mut self, line: u64, text: &str, out: &mut Vec<Item>) -> bool {
        if let Some(fen) = words::fen(text) {
            self.flush(out);
            let n = self.hints.n.unwrap_or(fen.rows.len() as u32);
            let mut board = Board::drawn(line, n, &fen.rows, fen.blocked);
            board.family = Family::Fen;
            board.fault = board.fault.or(fen.fault);
            self.board(board, out);
            return true;
        }
        let squares = words::squares(text);
        let squares = squares.filter(|squares| squares.len() > 1 || self.hints.n == Some(1));
        let Some(squares) = squares else {
            return false;
        };
        self.flush(out);
        let n = self.hints.n.unwrap_or_else(|| {
            let most = squares.iter().map(|&(a, b)| a.max(b)).max().unwrap_or(0);
            most.max(squares.len() as i64) as u32
        });
        let squares = squares
            .into_iter()
            .map(|(row, column)| (row - 1, column - 1));
        self.squares(line, n, squares.collect(), Family::Squares, out);
        true
    }

    /// Reads the board, or its first row, that follows a label or a prompt on the same line.
    pub(super) fn after_label(&mut self, line: u64, text: &str, out: &mut Vec<Item>) -> bool {
        words::unlabelled(text).any(|(label, rest)| self.labelled(line, label, rest, out))
    }

    pub(super) fn labelled(
        &mut self,
        line: u64,
        label: &str,
        rest: &str,
        out: &mut Vec<Item>,
    ) -> bool {
        let mut numbers = Numbers::default();
        if plain_numbers(rest.as_bytes(), &mut numbers) {
            let size = self.hints.n.map_or(self.columns.last_size, |n| n as usize);
            let is_board = numbers.len() > 1
                && (numbers.len() == size || self.hints.n.is_none() && numbers.is_permutation());
            if is_board {
                self.columns_row(line, &numbers, out);
            }
            return is_board;
        }
        let Some((cells, group)) = cells(rest, &mut self.block.names, false) else {
            return false;
        };
        let fits = self.hints.n.is_none_or(|n| n as usize == cells.len());
        let has_sign = cells.iter().any(|cell| ".-_·–—□⬜".contains(*cell)) || cells.len() == 1;
        if !fits
            || cells.len() < 2 && self.hints.n != Some(1)
            || !has_sign
            || !self.is_row(&cells, group)
        {
            return false;
        }
        // `Row 0:`, `Row 1:`, … are beside the rows of one board.
        let label = Numbered::of(label);
        let number = label.numbers.last().copied();
        let label = (label.skeleton(), number.unwrap_or(0));
        let (before, count) = &self.row_label;
        if *before != label.0 || (label.1 - count).abs() != 1 {
            self.flush(out);
        }
        self.row_label = label;
        self.row(line, cells, group, rest.trim(), false, out);
        true
    }

    /// Returns true if cells are those of a row, and not letters or signs of other text.
    pub(super) fn is_row(&self, cells: &[char], group: usize) -> bool {
        let n = self.hints.n.map(|n| n as usize);
        if self.block.is_empty() && !self.block.may_begin(cells, &self.hints) {
            return false;
        }
        match n {
            Some(1) => {
                cells.len() == 1 && !"=-_~+".contains(cells[0])
                    || cells.len() < 4 && cells.iter().any(|cell| "Q♛♕👑".contains(*cell))
            }
            Some(n) => (n..=n + 2).contains(&cells.len()) || group == n || !self.block.is_empty(),
            None => true,
        }
    }
}
