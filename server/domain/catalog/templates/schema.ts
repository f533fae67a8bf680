import { z } from "zod";

export const TemplateKey = z.enum(["saas-with-seats", "api-with-overage", "freemium-with-waitlist"]);
