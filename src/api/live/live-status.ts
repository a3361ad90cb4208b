export type {
  LiveConversation,
  LiveEdit,
  LiveForecast,
  LiveMoney,
  LiveSaving,
  LiveStatus,
} from "../../analyses/live/result.ts";
