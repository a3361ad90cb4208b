//! What both programs do besides JSON: reads rows from a file, writes them masked to stdout.
use std::env;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, StdoutLock, Write};

/// The newest observations of a row, which stay.
pub const WINDOW: usize = 10;

pub type Out = BufWriter<StdoutLock<'static>>;

/// Hands each row of the file that the argument names, its line break included, to a masker.
pub fn mask_rows(mut mask: impl FnMut(&mut Vec<u8>, &mut Out) -> io::Result<()>) -> io::Result<()> {
    let name = env::args().nth(1).expect("a file of rows");
    let mut rows = BufReader::with_capacity(1 << 20, File::open(name)?);
    let mut out = BufWriter::with_capacity(1 << 20, io::stdout().lock());
    let mut line = Vec::new();
    loop {
        line.clear();
        if rows.read_until(b'\n', &mut line)? == 0 {
            return out.flush();
        }
        mask(&mut line, &mut out)?;
    }
}

/// The text that takes the place of an observation.
pub fn placeholder(text: Option<&str>) -> String {
    let chars = text.map_or(0, |text| text.chars().count());
    format!("[observation masked — {chars} chars]")
}
