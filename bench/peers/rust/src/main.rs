//! The same job with simd-json's DOM: masks all but the newest ten observations of each row.
use simd_json::prelude::*;
use std::env;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};

const WINDOW: usize = 10;

fn main() -> io::Result<()> {
    let name = env::args().nth(1).expect("a file of rows");
    let mut rows = BufReader::with_capacity(1 << 20, File::open(name)?);
    let mut out = BufWriter::with_capacity(1 << 20, io::stdout().lock());
    let mut line = Vec::new();
    loop {
        line.clear();
        if rows.read_until(b'\n', &mut line)? == 0 {
            return out.flush();
        }
        let mut row = simd_json::to_borrowed_value(&mut line).expect("a row");
        let messages = row["messages"].as_array_mut().expect("messages");
        let is_tool = |message: &simd_json::BorrowedValue| {
            message.get("role").and_then(|role| role.as_str()) == Some("tool")
        };
        let count = messages.iter().filter(|message| is_tool(message)).count();
        let old = count.saturating_sub(WINDOW);
        for message in messages.iter_mut().filter(|message| is_tool(message)).take(old) {
            if let Some(content) = message.get_mut("content") {
                let chars = content.as_str().map_or(0, |text| text.chars().count());
                *content = format!("[observation masked — {chars} chars]").into();
            }
        }
        row.write(&mut out)?;
        out.write_all(b"\n")?;
    }
}
