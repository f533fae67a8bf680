import type { Locale } from "../platform/locales.ts";

/** What went wrong, as far as it matters to a person who opened a link. */
export type ErrorPageKind =
  | "noDocument"
  | "badLink"
  | "laterDocument"
  | "later"
  | "wrongSite"
  | "oldForm"
  | "fault";

/** What happened and what to do next, for people. */
export interface ErrorPageText {
  title: string;
  body: string;
}

/** The texts that all error pages share. */
export const FRAME: Record<Locale, { again: string; reference: string }> = {
  en: { again: "Try again", reference: "Reference" },
  de: { again: "Erneut versuchen", reference: "Referenz" },
  fr: { again: "Réessayer", reference: "Référence" },
  es: { again: "Intentar de nuevo", reference: "Referencia" },
  ja: { again: "再試行", reference: "照会番号" },
};

export const ERROR_PAGE_TEXTS: Record<Locale, Record<ErrorPageKind, ErrorPageText>> = {
  en: {
    noDocument: {
      title: "There is no PDF of this invoice",
      body: "The invoice is still a draft, or its document is no longer kept. Ask the company that sent you the link for a copy.",
    },
    badLink: {
      title: "This link does not work",
      body: "The address is incomplete or out of date. Open the link in the newest mail again, or ask the company that sent it for a new one.",
    },
    laterDocument: {
      title: "The PDF cannot be loaded at the moment",
      body: "The payment provider that keeps the document does not answer. Nothing is wrong with the invoice. Try again in a minute.",
    },
    later: {
      title: "Too much is going on right now",
      body: "The page could not be shown. Wait a moment, then try again.",
    },
    wrongSite: {
      title: "This form cannot be sent from here",
      body: "The form came from another site, so nothing was changed. Open the page itself and send the form again.",
    },
    oldForm: {
      title: "This form is out of date",
      body: "Nothing was changed. Open the page again and send the form from there.",
    },
    fault: {
      title: "Something went wrong",
      body: "The mistake is ours and has been recorded. Try again; if it happens again, contact support with the reference below.",
    },
  },
  de: {
    noDocument: {
      title: "Zu dieser Rechnung gibt es kein PDF",
      body: "Die Rechnung ist noch ein Entwurf, oder ihr Dokument wird nicht mehr aufbewahrt. Bitten Sie das Unternehmen, von dem der Link kommt, um eine Kopie.",
    },
    badLink: {
      title: "Dieser Link funktioniert nicht",
      body: "Die Adresse ist unvollständig oder veraltet. Öffnen Sie den Link in der neuesten E-Mail noch einmal, oder bitten Sie den Absender um einen neuen.",
    },
    laterDocument: {
      title: "Das PDF lässt sich gerade nicht laden",
      body: "Der Zahlungsanbieter, der das Dokument aufbewahrt, antwortet nicht. Mit der Rechnung ist alles in Ordnung. Versuchen Sie es in einer Minute noch einmal.",
    },
    later: {
      title: "Im Moment ist zu viel los",
      body: "Die Seite konnte nicht angezeigt werden. Warten Sie einen Augenblick, und versuchen Sie es dann erneut.",
    },
    wrongSite: {
      title: "Dieses Formular kann von hier aus nicht gesendet werden",
      body: "Das Formular kam von einer anderen Website, deshalb wurde nichts geändert. Öffnen Sie die Seite selbst, und senden Sie das Formular noch einmal.",
    },
    oldForm: {
      title: "Dieses Formular ist veraltet",
      body: "Es wurde nichts geändert. Öffnen Sie die Seite noch einmal, und senden Sie das Formular von dort.",
    },
    fault: {
      title: "Etwas ist schiefgegangen",
      body: "Der Fehler liegt bei uns und wurde festgehalten. Versuchen Sie es erneut; geschieht es wieder, wenden Sie sich mit der Referenz unten an den Support.",
    },
  },
  fr: {
    noDocument: {
      title: "Cette facture n’a pas de PDF",
      body: "La facture est encore un brouillon, ou son document n’est plus conservé. Demandez une copie à l’entreprise qui vous a envoyé le lien.",
    },
    badLink: {
      title: "Ce lien ne fonctionne pas",
      body: "L’adresse est incomplète ou périmée. Rouvrez le lien du dernier e-mail, ou demandez-en un nouveau à l’expéditeur.",
    },
    laterDocument: {
      title: "Le PDF ne peut pas être chargé pour le moment",
      body: "Le prestataire de paiement qui conserve le document ne répond pas. La facture n’est pas en cause. Réessayez dans une minute.",
    },
    later: {
      title: "Trop de demandes en ce moment",
      body: "La page n’a pas pu être affichée. Patientez un instant, puis réessayez.",
    },
    wrongSite: {
      title: "Ce formulaire ne peut pas être envoyé d’ici",
      body: "Le formulaire venait d’un autre site : rien n’a été modifié. Ouvrez la page elle-même et envoyez le formulaire à nouveau.",
    },
    oldForm: {
      title: "Ce formulaire est périmé",
      body: "Rien n’a été modifié. Rouvrez la page et envoyez le formulaire depuis celle-ci.",
    },
    fault: {
      title: "Une erreur est survenue",
      body: "L’erreur vient de nous et a été enregistrée. Réessayez ; si elle se répète, contactez l’assistance avec la référence ci-dessous.",
    },
  },
  es: {
    noDocument: {
      title: "Esta factura no tiene PDF",
      body: "La factura todavía es un borrador o su documento ya no se conserva. Pida una copia a la empresa que le envió el enlace.",
    },
    badLink: {
      title: "Este enlace no funciona",
      body: "La dirección está incompleta o ha caducado. Abra de nuevo el enlace del correo más reciente o pida uno nuevo al remitente.",
    },
    laterDocument: {
      title: "El PDF no se puede cargar en este momento",
      body: "El proveedor de pagos que guarda el documento no responde. La factura está bien. Inténtelo de nuevo dentro de un minuto.",
    },
    later: {
      title: "Hay demasiada actividad en este momento",
      body: "No se pudo mostrar la página. Espere un momento e inténtelo de nuevo.",
    },
    wrongSite: {
      title: "Este formulario no se puede enviar desde aquí",
      body: "El formulario venía de otro sitio, por lo que no se cambió nada. Abra la página misma y envíe el formulario de nuevo.",
    },
    oldForm: {
      title: "Este formulario está desactualizado",
      body: "No se cambió nada. Abra de nuevo la página y envíe el formulario desde allí.",
    },
    fault: {
      title: "Algo salió mal",
      body: "El error es nuestro y ha quedado registrado. Inténtelo de nuevo; si se repite, contacte con el soporte e indique la referencia de abajo.",
    },
  },
  ja: {
    noDocument: {
      title: "この請求書の PDF はありません",
      body: "請求書がまだ下書きであるか、文書が保存されていません。リンクの送信元に写しをご依頼ください。",
    },
    badLink: {
      title: "このリンクは使用できません",
      body: "アドレスが不完全か、期限が切れています。最新のメールのリンクをもう一度開くか、送信元に新しいリンクをご依頼ください。",
    },
    laterDocument: {
      title: "現在 PDF を読み込めません",
      body: "文書を保管している決済サービスが応答していません。請求書に問題はありません。1分ほどしてからもう一度お試しください。",
    },
    later: {
      title: "現在混み合っています",
      body: "ページを表示できませんでした。しばらくしてからもう一度お試しください。",
    },
    wrongSite: {
      title: "このフォームはここから送信できません",
      body: "フォームが別のサイトから送信されたため、何も変更されていません。元のページを開いて、もう一度送信してください。",
    },
    oldForm: {
      title: "このフォームは古くなっています",
      body: "何も変更されていません。ページをもう一度開き、そこからフォームを送信してください。",
    },
    fault: {
      title: "問題が発生しました",
      body: "こちらの不具合で、記録済みです。もう一度お試しください。繰り返す場合は、下の照会番号を添えてサポートにご連絡ください。",
    },
  },
};
