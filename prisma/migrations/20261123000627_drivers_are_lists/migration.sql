alter table "subscription_terms" add constraint "subscription_terms_drivers" check (jsonb_typeof("drivers") = 'array');
