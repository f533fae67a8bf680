import { followOrder } from "../checkout.ts";

followOrder();
