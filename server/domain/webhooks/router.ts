import { Nothing, router } from "../../trpc/init.ts";
import { mutation, query } from "../../trpc/procedures.ts";
import { getAddressRule } from "./addresses.ts";
import { AddressRule, addressRuleMeta } from "./addresses-schema.ts";
import { updateEndpoint } from "./change-endpoint.ts";
import { UpdateWebhookEndpoint, updateEndpointMeta } from "./change-endpoint-schema.ts";
import { createEndpoint } from "./create-endpoint.ts";
import { CreateWebhookEndpoint, createEndpointMeta } from "./create-endpoint-schema.ts";
import { deleteEndpoint } from "./delete-endpoint.ts";
import { DeletedWebhookEndpoint, deleteEndpointMeta } from "./delete-endpoint-schema.ts";
import { getDelivery, listDeliveries } from "./deliveries/list-deliveries.ts";
import {
  DeliveryId,
  DeliveryPage,
  getDeliveryMeta,
  ListDeliveries,
  listDeliveriesMeta,
  WebhookDeliveryDetail,
} from "./deliveries/list-deliveries-schema.ts";
import { replayWebhooks } from "./deliveries/replay.ts";
import { Replayed, ReplayWebhooks, replayMeta } from "./deliveries/replay-schema.ts";
import { getEndpoint } from "./get-endpoint.ts";
import { getEndpointMeta } from "./get-endpoint-schema.ts";
import { listEndpoints, listFailingEndpoints } from "./list-endpoints.ts";
import {
  FailingEndpoints,
  failingEndpointsMeta,
  ListWebhookEndpoints,
  listEndpointsMeta,
  WebhookEndpointPage,
} from "./list-endpoints-schema.ts";
import { rotateSecret } from "./rotate-secret.ts";
import { RotateWebhookSecret, rotateSecretMeta } from "./rotate-secret-schema.ts";
import {
  WebhookEndpoint,
  WebhookEndpointDetail,
  WebhookEndpointId,
  WebhookEndpointWithSecret,
} from "./schema.ts";
import { testEndpoint } from "./test-endpoint.ts";
import { TestedEndpoint, testEndpointMeta } from "./test-endpoint-schema.ts";

/** Where events are sent, and their deliveries. */
export const webhookEndpointsRouter = router({
  create: mutation(createEndpointMeta, CreateWebhookEndpoint, WebhookEndpointWithSecret, createEndpoint),
  list: query(listEndpointsMeta, ListWebhookEndpoints, WebhookEndpointPage, listEndpoints),
  addressRule: query(addressRuleMeta, Nothing, AddressRule, async (scope) => getAddressRule(scope)),
  failing: query(failingEndpointsMeta, Nothing, FailingEndpoints, listFailingEndpoints),
  get: query(getEndpointMeta, WebhookEndpointId, WebhookEndpointDetail, getEndpoint),
  update: mutation(updateEndpointMeta, UpdateWebhookEndpoint, WebhookEndpoint, updateEndpoint),
  delete: mutation(deleteEndpointMeta, WebhookEndpointId, DeletedWebhookEndpoint, deleteEndpoint),
  rotateSecret: mutation(rotateSecretMeta, RotateWebhookSecret, WebhookEndpointWithSecret, rotateSecret),
  test: mutation(testEndpointMeta, WebhookEndpointId, TestedEndpoint, testEndpoint),
  replay: mutation(replayMeta, ReplayWebhooks, Replayed, replayWebhooks),
  listDeliveries: query(listDeliveriesMeta, ListDeliveries, DeliveryPage, listDeliveries),
  getDelivery: query(getDeliveryMeta, DeliveryId, WebhookDeliveryDetail, getDelivery),
});
