import { Monitor, Moon, Sun } from "lucide-react";

/** The themes that a user can choose. */
export const THEMES = [
  { value: "light", label: "Light", Icon: Sun },
  { value: "dark", label: "Dark", Icon: Moon },
  { value: "system", label: "System", Icon: Monitor },
] as const;
