import { Nothing, router } from "../../trpc/init.ts";
import { mutation, query } from "../../trpc/procedures.ts";
import { getAddressRule } from "./addresses.ts";
import { updateEndpoint } from "./change-endpoint.ts";
import { createEndpoint } from "./create-endpoint.ts";
import { deleteEndpoint } from "./delete-endpoint.ts";
import * as delivery from "./deliveries/delivery-schema.ts";
import { getDelivery, listDeliveries } from "./deliveries/list-deliveries.ts";
import { replayWebhooks } from "./deliveries/replay.ts";
import { getEndpoint } from "./get-endpoint.ts";
import { listEndpoints, listFailingEndpoints } from "./list-endpoints.ts";
import { rotateSecret } from "./rotate-secret.ts";
import * as schema from "./schema.ts";
import { testEndpoint } from "./test-endpoint.ts";

/** Where events are sent, and their deliveries. */
export const webhookEndpointsRouter = router({
  create: mutation(
    schema.createEndpointMeta,
    schema.CreateWebhookEndpoint,
    schema.WebhookEndpointWithSecret,
    createEndpoint,
  ),
  list: query(
    schema.listEndpointsMeta,
    schema.ListWebhookEndpoints,
    schema.WebhookEndpointPage,
    listEndpoints,
  ),
  addressRule: query(schema.addressRuleMeta, Nothing, schema.AddressRule, async (scope) =>
    getAddressRule(scope),
  ),
  failing: query(schema.failingEndpointsMeta, Nothing, schema.FailingEndpoints, listFailingEndpoints),
  get: query(schema.getEndpointMeta, schema.WebhookEndpointId, schema.WebhookEndpointDetail, getEndpoint),
  update: mutation(
    schema.updateEndpointMeta,
    schema.UpdateWebhookEndpoint,
    schema.WebhookEndpoint,
    updateEndpoint,
  ),
  delete: mutation(
    schema.deleteEndpointMeta,
    schema.WebhookEndpointId,
    schema.DeletedWebhookEndpoint,
    deleteEndpoint,
  ),
  rotateSecret: mutation(
    schema.rotateSecretMeta,
    schema.RotateWebhookSecret,
    schema.WebhookEndpointWithSecret,
    rotateSecret,
  ),
  test: mutation(delivery.testEndpointMeta, schema.WebhookEndpointId, delivery.TestedEndpoint, testEndpoint),
  replay: mutation(delivery.replayMeta, delivery.ReplayWebhooks, delivery.Replayed, replayWebhooks),
  listDeliveries: query(
    delivery.listDeliveriesMeta,
    delivery.ListDeliveries,
    delivery.DeliveryPage,
    listDeliveries,
  ),
  getDelivery: query(
    delivery.getDeliveryMeta,
    delivery.DeliveryId,
    delivery.WebhookDeliveryDetail,
    getDelivery,
  ),
});
