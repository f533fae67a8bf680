import { router, tenantProcedure } from "../../trpc/init.ts";
import { updateEndpoint } from "./change-endpoint.ts";
import * as delivery from "./deliveries/delivery-schema.ts";
import { getDelivery, listDeliveries } from "./deliveries/list-deliveries.ts";
import { replayWebhooks } from "./deliveries/replay.ts";
import { createEndpoint, deleteEndpoint, getEndpoint, listEndpoints, rotateSecret } from "./endpoints.ts";
import * as schema from "./schema.ts";
import { testEndpoint } from "./test-endpoint.ts";

/** Where events are sent, and their deliveries. */
export const webhookEndpointsRouter = router({
  create: tenantProcedure
    .meta(schema.createEndpointMeta)
    .input(schema.CreateWebhookEndpoint)
    .output(schema.WebhookEndpointWithSecret)
    .mutation(({ ctx, input }) => createEndpoint(ctx.scope, input)),
  list: tenantProcedure
    .meta(schema.listEndpointsMeta)
    .input(schema.ListWebhookEndpoints)
    .output(schema.WebhookEndpointPage)
    .query(({ ctx, input }) => listEndpoints(ctx.scope, input)),
  get: tenantProcedure
    .meta(schema.getEndpointMeta)
    .input(schema.WebhookEndpointId)
    .output(schema.WebhookEndpoint)
    .query(({ ctx, input }) => getEndpoint(ctx.scope, input)),
  update: tenantProcedure
    .meta(schema.updateEndpointMeta)
    .input(schema.UpdateWebhookEndpoint)
    .output(schema.WebhookEndpoint)
    .mutation(({ ctx, input }) => updateEndpoint(ctx.scope, input)),
  delete: tenantProcedure
    .meta(schema.deleteEndpointMeta)
    .input(schema.WebhookEndpointId)
    .output(schema.DeletedWebhookEndpoint)
    .mutation(({ ctx, input }) => deleteEndpoint(ctx.scope, input)),
  rotateSecret: tenantProcedure
    .meta(schema.rotateSecretMeta)
    .input(schema.RotateWebhookSecret)
    .output(schema.WebhookEndpointWithSecret)
    .mutation(({ ctx, input }) => rotateSecret(ctx.scope, input)),
  test: tenantProcedure
    .meta(delivery.testEndpointMeta)
    .input(schema.WebhookEndpointId)
    .output(delivery.TestedEndpoint)
    .mutation(({ ctx, input }) => testEndpoint(ctx.scope, input)),
  replay: tenantProcedure
    .meta(delivery.replayMeta)
    .input(delivery.ReplayWebhooks)
    .output(delivery.Replayed)
    .mutation(({ ctx, input }) => replayWebhooks(ctx.scope, input)),
  listDeliveries: tenantProcedure
    .meta(delivery.listDeliveriesMeta)
    .input(delivery.ListDeliveries)
    .output(delivery.DeliveryPage)
    .query(({ ctx, input }) => listDeliveries(ctx.scope, input)),
  getDelivery: tenantProcedure
    .meta(delivery.getDeliveryMeta)
    .input(delivery.DeliveryId)
    .output(delivery.WebhookDeliveryDetail)
    .query(({ ctx, input }) => getDelivery(ctx.scope, input)),
});
