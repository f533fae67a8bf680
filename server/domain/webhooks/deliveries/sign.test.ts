import { expect, it } from "vitest";
import { newSecret, signedHeaders } from "./sign.ts";

// The signatures are OpenSSL's: `openssl dgst -sha256 -mac HMAC -macopt hexkey:… -binary | base64`. The first secret is the one of
// the specification's example.
const SECRETS = [
  "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
];
const NOW = new Date(1_614_265_330_999);

it("a message carries one signature for each secret, of its id, the whole second and its bytes in UTF-8", () => {
  expect(signedHeaders({ id: "msg_1", body: '{"name":"Zoë"}' }, SECRETS, NOW)).toEqual({
    "webhook-id": "msg_1",
    "webhook-timestamp": "1614265330",
    "webhook-signature":
      "v1,2uhZEsVDIO5K1RbovKyvPWzMICKVFm2d3sxTocFfsCs= v1,2VSeL6y8/mm/3YI1ITQ2ROpCoDjTEHrJw8BiQJc1tvU=",
  });
});

it("the specification's example has the specification's signature", () => {
  const message = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", body: '{"test": 2432232314}' };
  expect(signedHeaders(message, SECRETS.slice(0, 1), NOW)["webhook-signature"]).toBe(
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  );
});

it("a new secret is whsec_ and the base64 of 32 bytes, and never the same twice", () => {
  const secrets = [newSecret(), newSecret()];
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(secrets[0]).not.toBe(secrets[1]);
});
