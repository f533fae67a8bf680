import { openProduct } from "./product.ts";
import { createApi } from "./server.ts";
import { readSettings } from "./settings.ts";

const settings = readSettings(process.env);
const server = createApi(openProduct(settings));
server.listen(settings.port, () => {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : settings.port;
  process.stdout.write(`Beacon listens on http://localhost:${port}\n`);
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.close(() => process.exit(0)));
