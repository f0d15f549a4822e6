//! What lines and lists turned out to be, as boards, numbers and text in the order of the text; boards that wait for their
//! other lines, or for the drawing of the same board.

use super::*;

impl Recogniser {
    pub(super) fn row(
        &mut self,
        line: u64,
        cells: Vec<char>,
        group: usize,
        text: &str,
        is_numeric: bool,
        out: &mut Vec<Item>,
    ) {
        self.flush_pairs(out);
        if !self.singles.is_empty() {
            self.flush_singles(out);
        }
        if !self.steps.lines.is_empty() {
            self.flush_steps(out);
        }
        let row = Row {
            line,
            cells,
            framed: None,
            group,
            text: shortened(text),
        };
        let found = self.block.push(row, is_numeric, &self.hints);
        self.found(found, out);
    }

    pub(super) fn found(&mut self, found: Vec<Found>, out: &mut Vec<Item>) {
        for found in found {
            match found {
                Found::Item(Item::Board(board)) => self.board(board, out),
                Found::Item(item) => {
                    self.release(out);
                    out.push(item);
                }
                Found::Text(line, text) => self.other(line, &text, out),
                Found::Numbers(line, text) => {
                    let mut numbers = Numbers::default();
                    let words = text.split(|c: char| c.is_whitespace() || ",;".contains(c));
                    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
                    match words[..] {
                        [word] => {
                            let value = word.parse().unwrap_or(i128::MAX);
                            self.number(line, value, Rank::Alone, out);
                        }
                        _ => {
                            words
                                .iter()
                                .for_each(|word| numbers.push(word.parse().ok()));
                            self.columns_row(line, &numbers, out);
                        }
                    }
                }
            }
        }
    }

    /// Adds a line with two numbers to those with the same words.
    pub(super) fn step(
        &mut self,
        line: u64,
        skeleton: &str,
        pair: (i64, i64),
        text: &str,
        out: &mut Vec<Item>,
    ) {
        let begins_again = self
            .steps
            .pairs
            .first()
            .is_some_and(|first| first.0 == pair.0);
        if skeleton != self.steps.skeleton || begins_again || self.steps.lines.len() >= MAX_WAITING
        {
            self.flush(out);
            self.steps.skeleton = skeleton.to_owned();
        }
        self.steps.pairs.push(pair);
        self.steps.lines.push((line, text.to_owned()));
        if self
            .hints
            .n
            .is_some_and(|n| n as usize == self.steps.lines.len())
        {
            self.flush_steps(out);
        }
    }

    pub(super) fn flush_steps(&mut self, out: &mut Vec<Item>) {
        let pairs = std::mem::take(&mut self.steps.pairs);
        let lines = std::mem::take(&mut self.steps.lines);
        let first = pairs.first().map_or(0, |pair| pair.0);
        let size = pairs.len() as i64;
        let on_board = pairs
            .iter()
            .all(|pair| (first..first + size).contains(&pair.1));
        let is_size = self.hints.n.map_or(size > 1, |n| i64::from(n) == size);
        if is_size && on_board && words::counts_up(&pairs) {
            return self.pairs_board(lines[0].0, pairs, out);
        }
        for (line, text) in lines {
            let mut numbers = Numbers::default();
            match plain_numbers(text.as_bytes(), &mut numbers) {
                true => self.columns_row(line, &numbers, out),
                false => self.other(line, &text, out),
            }
        }
    }

    /// Reads what a list contains.
    pub(super) fn content(&mut self, line: u64, content: Content, out: &mut Vec<Item>) {
        let is_board = !matches!(
            content,
            Content::Number(_) | Content::Empty | Content::Text(_) | Content::Words(_)
        );
        self.list_is_board |= is_board;
        match content {
            Content::Columns(numbers, size) => {
                let from_zero = size.is_some();
                if from_zero || numbers.len() < 2 {
                    self.flush(out);
                    self.release(out);
                    let n = self.hints.n.or(size).unwrap_or(numbers.len() as u32);
                    let shown = || {
                        self.columns
                            .base
                            .or_else(|| numbers.shows_base(n))
                            .unwrap_or(0)
                    };
                    let base = if from_zero { 0 } else { shown() };
                    return out.push(Item::Board(Board::of_columns(line, n, &numbers, base)));
                }
                self.columns_row(line, &numbers, out);
            }
            Content::Pairs(pairs) => {
                self.flush(out);
                self.pairs_board(line, pairs, out);
            }
            Content::Grid(grid) => {
                self.flush(out);
                let text: String = grid.iter().take(8).flatten().take(40).collect();
                match self.block.grid(line, grid, &self.hints) {
                    Some(Item::Board(board)) => self.board(board, out),
                    Some(item) => out.push(item),
                    None => self.other(line, &text, out),
                }
            }
            Content::Row(cells, is_numeric, text) => {
                match self.hints.are_columns == Some(true) && is_numeric {
                    true => {
                        let mut numbers = Numbers::default();
                        cells
                            .iter()
                            .for_each(|cell| numbers.push(cell.to_digit(10).map(i128::from)));
                        self.columns_row(line, &numbers, out);
                    }
                    false => self.row(line, cells, 0, &text, is_numeric, out),
                }
            }
            Content::Pair(first, second) => {
                if self.pairs.is_empty() {
                    self.pairs_line = line;
                }
                if self.pairs.len() < MAX_WAITING {
                    self.pairs.push((first, second));
                }
                self.pairs_on_line += 1;
            }
            Content::Number(number) => {
                self.list_is_board = true;
                self.number(line, number, Rank::Alone, out);
            }
            Content::Words(text) => {
                self.list_is_board = true;
                self.words(line, &text, out);
            }
            Content::Empty => {
                self.list_is_board = true;
                out.push(Item::EmptyList);
            }
            Content::Text(text) => {
                if text.contains(char::is_whitespace) {
                    self.list_is_board = true;
                    self.other(line, &text, out);
                }
            }
        }
    }

    pub(super) fn flush_pairs(&mut self, out: &mut Vec<Item>) {
        let pairs = std::mem::take(&mut self.pairs);
        if !pairs.is_empty() {
            self.pairs_board(self.pairs_line, pairs, out);
        }
    }

    pub(super) fn pairs_board(&mut self, line: u64, pairs: Vec<(i64, i64)>, out: &mut Vec<Item>) {
        let most = pairs.iter().map(|&(a, b)| a.max(b)).max().unwrap_or(0);
        let count = pairs.len() as i64;
        let has_zero = pairs.iter().any(|&(a, b)| a == 0 || b == 0);
        let size = count.max(most + i64::from(has_zero)).min(1 << 16);
        let n = self.hints.n.unwrap_or(size as u32);
        let known = self.hints.base.or(self.base);
        let shown = pairs_base(&pairs, n);
        let base = known.or(shown).unwrap_or(0);
        if n > 1 {
            self.base = self.base.or(shown);
        }
        self.release(out);
        let mut board = Board::from_pairs(line, n, pairs, base, Family::Pairs);
        if self.hints.n.is_none() && board.fault.is_some() && size > count {
            // Fewer queens than rows: a board that is not complete.
            board = Board {
                fault: None,
                ..board
            };
        }
        self.last = Some(board);
        self.is_held = true;
    }

    pub(super) fn squares(
        &mut self,
        line: u64,
        n: u32,
        squares: Vec<(i64, i64)>,
        family: Family,
        out: &mut Vec<Item>,
    ) {
        let mut board = Board::from_pairs(line, n, squares, 0, family);
        board.shows_base = None;
        self.board(board, out);
    }

    /// Passes a board on, unless it is the drawing of the list before it.
    pub(super) fn board(&mut self, board: Board, out: &mut Vec<Item>) {
        let list = self.last_list.take().map(|(line, n)| {
            let base = self.columns.base.unwrap_or(0);
            Board::of_columns(line, n, &self.last_numbers, base)
        });
        let last = self.last.take().or(list);
        let is_list = |family| {
            matches!(
                family,
                Family::List | Family::Pairs | Family::Squares | Family::Fen
            )
        };
        if let Some(last) = last {
            let differs = is_list(last.family) != is_list(board.family);
            let mut turned: Vec<_> = board.squares().map(|(row, column)| (column, row)).collect();
            turned.sort_unstable();
            let is_turned = last.family == Family::Pairs && last.squares().eq(turned);
            if differs && (last.squares().eq(board.squares()) || is_turned) {
                self.repeated += 1;
                let was_held = std::mem::take(&mut self.is_held);
                if was_held {
                    let line = last.line;
                    // The tutorial's picture in a border of `*` has x, the first number and the column, downwards.
                    let is_tutorial = self.edge.is_some_and(|(sign, _)| sign == '*');
                    out.push(Item::Board(
                        match is_tutorial && last.family == Family::Pairs {
                            true => board.transposed(line),
                            false => Board { line, ..board },
                        },
                    ));
                }
                return;
            }
            self.last = Some(last);
            self.release(out);
        }
        let is_small = board.n <= 32 || matches!(board.queens, Queens::Squares(_));
        self.last = is_small.then(|| board.clone());
        out.push(Item::Board(board));
    }

    /// Passes on the board that waits for its drawing.
    pub(super) fn release(&mut self, out: &mut Vec<Item>) {
        self.last_list = None;
        let last = self.last.take();
        if std::mem::take(&mut self.is_held) {
            out.extend(last.map(Item::Board));
        }
    }

    pub(super) fn number(&mut self, line: u64, value: i128, rank: Rank, out: &mut Vec<Item>) {
        self.release(out);
        out.push(Item::Number { line, value, rank });
    }

    /// Takes note of other text, which ends a board, and of the number that it may state.
    pub(super) fn other(&mut self, line: u64, text: &str, out: &mut Vec<Item>) {
        self.flush(out);
        self.release(out);
        self.edge = None;
        let all = Numbered::of(text);
        if let [number] = all.numbers[..] {
            let skeleton = all.skeleton();
            let ordinals = &mut self.ordinals;
            if skeleton == ordinals.skeleton
                && (number == ordinals.last + 1 || number == ordinals.last && ordinals.counts_up)
            {
                ordinals.last = number;
                ordinals.counts_up = true;
                ordinals.first = None;
                return;
            }
            let waiting = ordinals.first.take();
            if (0..2).contains(&number) && !ordinals.counts_up {
                ordinals.skeleton = skeleton;
                ordinals.last = number;
                ordinals.first = Some((line, shortened(text)));
                if let Some((line, text)) = waiting {
                    self.state(line, &text, out);
                }
                return;
            }
            if let Some((line, text)) = waiting {
                self.state(line, &text, out);
            }
        }
        self.state(line, text, out);
    }

    pub(super) fn state(&mut self, line: u64, text: &str, out: &mut Vec<Item>) {
        if let Some((value, rank)) = words::stated(text, self.hints.n) {
            out.push(Item::Number { line, value, rank });
            if rank == Rank::Named {
                return;
            }
        }
        let text = shortened(text);
        out.push(Item::Text { line, text });
    }
}
