import json

import pytest

datasets = pytest.importorskip("datasets")


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", tmp_path)


def test_a_column_of_texts_and_one_of_structs(rows, expected):
    from elision.datasets import compact

    ds = datasets.Dataset.from_dict({"n": list(range(40)), "messages": rows})
    result = compact(ds, format="openai-chat", window=2)
    assert result.features == ds.features
    assert result["messages"][:] == expected
    assert result["n"][:] == list(range(40))

    def plain(row):
        return [{"role": m["role"], "content": m["content"], "tool_call_id": m.get("tool_call_id")} for m in row]

    lists = [plain(json.loads(row)["messages"]) for row in rows]
    ds = datasets.Dataset.from_dict({"messages": lists})
    result = compact(ds, format="openai-chat", window=2)
    assert result.features == ds.features
    # Without the calls there are no turns to count, and so nothing is old.
    assert len(result) == 40


def test_processes_and_parquet(rows, expected, tmp_path):
    from elision.datasets import compact

    ds = datasets.Dataset.from_dict({"messages": rows})
    compact(ds, format="openai-chat", window=2, num_proc=2).to_parquet(str(tmp_path / "out.parquet"))
    again = datasets.load_dataset("parquet", data_files=str(tmp_path / "out.parquet"), split="train")
    assert again["messages"][:] == expected
