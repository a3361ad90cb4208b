//! The same job with sonic-rs, lazily: only roles and contents are parsed, and all else is copied as it is.
use sonic_rs::{JsonValueTrait, LazyValue};
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
        let messages = sonic_rs::get(&line[..], ["messages"]).expect("messages");
        let messages: Vec<LazyValue> = sonic_rs::to_array_iter(messages.as_raw_str())
            .map(|message| message.expect("a message"))
            .collect();
        let results: Vec<LazyValue> = messages
            .iter()
            .filter_map(|message| content_of_result(message.as_raw_str()))
            .collect();
        let start = line.as_ptr() as usize;
        let mut at = 0;
        for content in &results[..results.len().saturating_sub(WINDOW)] {
            let raw = content.as_raw_str();
            let from = raw.as_ptr() as usize - start;
            let chars = content.as_str().map_or(0, |text| text.chars().count());
            out.write_all(&line[at..from])?;
            write!(out, "\"[observation masked — {chars} chars]\"")?;
            at = from + raw.len();
        }
        out.write_all(&line[at..])?;
    }
}

/// The content of a message, if that is a tool's.
fn content_of_result(message: &str) -> Option<LazyValue<'_>> {
    let mut content = None;
    let mut is_tool = false;
    for member in sonic_rs::to_object_iter(message) {
        let (key, value) = member.expect("a member");
        match &*key {
            "role" => is_tool = value.as_str() == Some("tool"),
            "content" => content = Some(value),
            _ => {}
        }
    }
    content.filter(|_| is_tool)
}
