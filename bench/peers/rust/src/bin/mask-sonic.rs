//! The same job with sonic-rs, lazily: only roles and contents are parsed, and all else is copied as it is.
use mask_rows::{mask_rows, placeholder, WINDOW};
use sonic_rs::{JsonValueTrait, LazyValue};
use std::io::{self, Write};

fn main() -> io::Result<()> {
    mask_rows(|line, out| {
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
            out.write_all(&line[at..from])?;
            write!(out, "\"{}\"", placeholder(content.as_str()))?;
            at = from + raw.len();
        }
        out.write_all(&line[at..])
    })
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
