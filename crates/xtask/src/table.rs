//! Text in columns.

/// Lines of equal columns, two blanks apart. The columns named in `right` are aligned to the right.
pub fn aligned<const N: usize>(rows: &[[String; N]], right: &[usize]) -> String {
    let mut text = String::new();
    let widths: [usize; N] =
        std::array::from_fn(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0));
    for row in rows {
        let cells: [String; N] = std::array::from_fn(|column| {
            let (cell, width) = (&row[column], widths[column]);
            if right.contains(&column) { format!("{cell:>width$}") } else { format!("{cell:width$}") }
        });
        text += cells.join("  ").trim_end();
        text += "\n";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_left_and_numbers_right() {
        let rows = [["nim", "5", "ok"], ["leduc", "12", ""]].map(|row| row.map(str::to_owned));
        assert_eq!(aligned(&rows, &[1]), "nim     5  ok\nleduc  12\n");
        assert_eq!(aligned::<2>(&[], &[]), "");
    }
}
