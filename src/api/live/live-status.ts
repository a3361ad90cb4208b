export type {
  LiveConversation,
  LiveEdit,
  LiveMoney,
  LiveStatus,
} from "../../analyses/live/result.ts";
