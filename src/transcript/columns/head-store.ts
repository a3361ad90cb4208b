import type { PartHead } from "../model/heads.ts";
import type { Id } from "../model/id.ts";
import { Column } from "./column.ts";
import type { NumberedTexts } from "./text-table.ts";

/** The heads of parts in columns: four bytes for most, besides the texts of their ids and names. */
export class HeadStore {
  private readonly texts: NumberedTexts;
  private readonly kinds = new Column();
  private readonly ids = new Column();

  constructor(texts: NumberedTexts) {
    this.texts = texts;
  }

  get length(): number {
    return this.kinds.length;
  }

  push(head: PartHead<Id>): void {
    const { texts } = this;
    switch (head.kind) {
      case "text":
        this.add(TEXT, 0, 0);
        break;
      case "reasoning":
        this.add(REASONING | (head.signed ? FLAG : 0) | (head.editable ? EDITABLE : 0), 0, 0);
        break;
      case "call":
        this.add(CALL, texts.numberOfId(head.id), texts.numberOf(head.name));
        break;
      case "observation": {
        const { isError, editable, callId, toolName } = head;
        const flags = (isError ? FLAG : 0) | (editable ? EDITABLE : 0);
        this.add(OBSERVATION | flags, texts.numberOfId(callId), texts.numberOf(toolName));
        break;
      }
      case "image": {
        const kind = head.insideObservation ? IMAGE | FLAG : IMAGE;
        this.add(head.editable ? kind | EDITABLE : kind, 0, texts.numberOf(head.mediaType));
        break;
      }
      default:
        head satisfies never;
    }
  }

  /** Whether a part is an observation. */
  isObservation(index: number): boolean {
    return (this.kinds.at(index) & KIND) === OBSERVATION;
  }

  at(index: number): PartHead {
    const { texts } = this;
    const kind = this.kinds.at(index);
    const flag = (kind & FLAG) !== 0;
    const name = texts.text(kind >>> NAME_BITS);
    switch (kind & KIND) {
      case REASONING:
        return { kind: "reasoning", signed: flag, editable: (kind & EDITABLE) !== 0 };
      case CALL:
        return { kind: "call", id: texts.text(this.ids.at(index)), name: name ?? "" };
      case OBSERVATION: {
        const editable = (kind & EDITABLE) !== 0;
        const callId = texts.text(this.ids.at(index));
        return { kind: "observation", callId, toolName: name, isError: flag, editable };
      }
      case IMAGE:
        return {
          kind: "image",
          insideObservation: flag,
          mediaType: name,
          editable: (kind & EDITABLE) !== 0,
        };
      default:
        return TEXT_HEAD;
    }
  }

  isCall(index: number): boolean {
    return (this.kinds.at(index) & KIND) === CALL;
  }

  /** The number of the id that a call or an observation has; 0 for none. */
  idNumber(index: number): number {
    return this.ids.at(index);
  }

  nameNumber(index: number): number {
    return this.kinds.at(index) >>> NAME_BITS;
  }

  /** The name of a call, or of an observation that says its own. */
  name(index: number): string | undefined {
    return this.texts.text(this.kinds.at(index) >>> NAME_BITS);
  }

  private add(kind: number, id: number, name: number): void {
    this.kinds.push(kind | (name << NAME_BITS));
    this.ids.push(id);
  }
}

const TEXT_HEAD = { kind: "text" } as const;

const TEXT = 0;
const REASONING = 1;
const CALL = 2;
const OBSERVATION = 3;
const IMAGE = 4;
const KIND = 0x7;
/** Signed, an error, or inside an observation, by kind. */
const FLAG = 0x8;
const EDITABLE = 0x10;
/** The bits above these are the number of a name. */
const NAME_BITS = 5;
