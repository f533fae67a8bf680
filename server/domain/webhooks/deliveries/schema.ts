export const deliveriesUnder = "/v1/webhook-endpoints/{endpoint_id}" as const;
