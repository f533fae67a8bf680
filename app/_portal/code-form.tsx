import { FieldProblem } from "../_components/form/field-problem.tsx";
import { Button } from "../_components/ui/button.tsx";
import { Input } from "../_components/ui/input.tsx";
import { pageWords } from "../_i18n/translator.ts";
import { stepsField } from "../_pricing/order.ts";

/** By which the form that confirms the change finds the code that it prices. */
export const CODE_FORM_ID = "promotion";

interface CodeFormProps {
  slug: string;
  subscription: { id: string };
  price: { id: string };
  drivers: { key: string; steps: number }[];
  /** The code that the prices below are with; empty: none. */
  code: string;
  /** What is wrong with that code. */
  refusal: string | undefined;
}

/** Takes a promotion code; the page then shows what the change costs with it. */
export async function CodeForm({ slug, subscription, price, drivers, code, refusal }: CodeFormProps) {
  const words = await pageWords("portal");
  return (
    <form id={CODE_FORM_ID} action={`/p/${slug}/portal/change`} method="get" className="mb-6">
      <input type="hidden" name="subscription" value={subscription.id} />
      <input type="hidden" name="price" value={price.id} />
      {drivers.map(({ key, steps }) => (
        <input key={key} type="hidden" name={stepsField(key)} value={steps} />
      ))}
      <label htmlFor="code" className="mb-1.5 block text-sm font-medium">
        {words("promotionCode")}
      </label>
      <div className="flex gap-2">
        <Input
          id="code"
          name="code"
          defaultValue={code}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={refusal !== undefined || undefined}
          aria-describedby={refusal === undefined ? undefined : "code-error"}
          className="h-10"
        />
        <Button type="submit" variant="secondary" className="h-10 shrink-0 px-4">
          {words("applyCode")}
        </Button>
      </div>
      <div role="alert" className="mt-1.5">
        <FieldProblem id="code" error={refusal} />
      </div>
    </form>
  );
}
