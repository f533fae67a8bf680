import type { Metadata } from "next";
import { PageHeader } from "../../_components/page-header.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { Reference } from "./reference.tsx";

export const metadata: Metadata = { title: "API reference" };

/** The reference of every API operation, with a form that sends requests with the keys of a test application. */
export default function ApiReferencePage() {
  return (
    <>
      <PageHeader
        title="API reference"
        description="Every operation and its errors. Try them with the keys of an application."
        actions={
          <>
            <Button asChild variant="secondary">
              <a href="/.well-known/jwks.json" target="_blank" rel="noopener">
                Signing keys
              </a>
            </Button>
            <Button asChild variant="secondary">
              <a href="/openapi.json" target="_blank" rel="noopener">
                OpenAPI document
              </a>
            </Button>
          </>
        }
      />
      <Reference />
    </>
  );
}
