import { serveApi } from "../a-server.ts";
import { ready } from "./ready.ts";

ready((await serveApi(process.env)).url);
