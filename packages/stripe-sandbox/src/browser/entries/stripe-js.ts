import { installStripe } from "../stripe-js.ts";

installStripe();
